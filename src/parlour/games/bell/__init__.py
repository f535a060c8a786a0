"""The bell: what Piccolo and Piccolo Twist share. It is no game of its own."""
