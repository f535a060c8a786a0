"""Reviews of matches: how a seat played, what would have been better, and what was luck."""
