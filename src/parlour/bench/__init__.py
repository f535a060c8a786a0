"""`parlour bench`: how fast everything is, beside the peers that are installed, all in one run."""
