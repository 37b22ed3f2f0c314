"""Measurement of quality (`threadwise eval`) and speed (`threadwise bench`), called by `commands`.

`sets` reads the evaluation sets and `run` asks their questions in one of the `places`, over HTTP by `serving`. `scores`,
`answers`, `calibration`, `support` and `robustness` compute the metrics; `comparison` and `page` (with `plots` and `style`) write
the reports. `bench` runs the `benchmarks`.
"""
