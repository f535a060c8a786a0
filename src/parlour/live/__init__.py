"""Live tables: people and bots play a match over a network. Fair to slow connections, durable, and without leaks."""
