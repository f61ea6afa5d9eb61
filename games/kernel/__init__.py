"""The parts that every card game shares: contract, replay, shuffles, clocks, endings and
transcripts. Pure values in, pure values out: no Django, no clock, no dice."""
