"""How good it is (`threadwise eval`) and how fast (`threadwise bench`).

`sets` reads the evaluation sets, `run` asks their questions in one of the `places`, `scores`, `answers` and `calibration` are
the metrics, `comparison` and `page` the reports. `bench` runs the `benchmarks`.
"""
