"""Readers for web pages (`html`, as a browser would show their `page` and table `grids`), books (`epub`) and e-mail (`mail`)."""
