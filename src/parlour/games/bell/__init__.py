"""What Piccolo and Piccolo Twist share: flipping cards and ringing a bell. It is not a game of its own."""
