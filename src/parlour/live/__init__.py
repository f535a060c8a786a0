"""Live tables: people and bots at one match over a network, fair, durable, and nobody sees more than a seat may."""
