"""Code shared by Piccolo and Piccolo Twist: flipping cards and ringing a bell. It is not a game of its own."""
