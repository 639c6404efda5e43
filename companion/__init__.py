"""The donut companion: money, hands and boxes of Donut Shop, bids and trays of Go Nuts for Donuts."""

__version__ = "1.0"
