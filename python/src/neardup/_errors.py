"""The one exception of the package."""

from typing import Optional


class NeardupError(Exception):
    """A call that failed: what was expected, what came, and what to do about it.

    ``code`` is the same as in the JavaScript library and on the command line; ``option`` names the option to blame.
    """

    def __init__(self, code: str, message: str, advice: Optional[str] = None, option: Optional[str] = None) -> None:
        super().__init__(message if advice is None else f"{message} {advice}")
        self.code = code
        self.message = message
        self.advice = advice
        self.option = option

    def __reduce__(self):  # an exception crosses processes by its arguments
        return type(self), (self.code, self.message, self.advice, self.option)
