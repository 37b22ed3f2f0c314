"""Measurement of quality (`threadwise eval`) and speed (`threadwise bench`).

`sets` reads the evaluation sets and `run` asks their questions in one of the `places`. `scores`, `answers` and `calibration`
compute the metrics; `comparison` and `page` write the reports. `bench` runs the `benchmarks`.
"""
