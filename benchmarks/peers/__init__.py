"""Other ways to count and list the assignments of a damage step, each by itself."""
