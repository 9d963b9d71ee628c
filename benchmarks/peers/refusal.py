"""What a peer says when a board is beyond it."""


class RefusedError(Exception):
    """A board that is not even tried, because there is too much of something."""

    def __init__(self, number: int, what: str) -> None:
        self.number: int = number
        self.what: str = what
        super().__init__(number, what)

    def __str__(self) -> str:
        return f"{float(self.number):.0e} {self.what}"
