"""Players that are programs. Pure like the rules: what they may know, which dice, and how long,
comes from outside."""
