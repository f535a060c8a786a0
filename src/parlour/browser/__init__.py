"""What the page needs to play without a server: rules and bots as WebAssembly, and a description of each game."""
