"""The decision diagram of a component: counts, positions and rows without search."""
