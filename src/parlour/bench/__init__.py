"""`parlour bench`: the speed of everything, compared with any installed peers, all in one run."""
