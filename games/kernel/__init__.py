"""The parts shared by all card games: contract, replay, shuffles, clocks, endings and transcripts.
Pure values in, pure values out: no Django, no clock, no dice."""
