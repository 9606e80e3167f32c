"""The table's server on a made-up clock, disk and network, in one process: see docs/architecture.md."""
