"""Measurements, run by hand: ratios within one run, interleaved, medians quoted, raw figures kept."""
