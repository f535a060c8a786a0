"""A window that shows pictures of a match while it is played."""

import os
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parlour.kit import ParlourError
from parlour.kit.extras import needs

UNSEEN = ("offscreen", "dummy")  # drivers that SDL chooses where there is no display, unless somebody asks for one


class Window:
    """Opens with the first picture. A process has one window, so several environments take turns in it. pygame is what
    Gymnasium and PettingZoo use for their own environments."""

    def __init__(self, title: str) -> None:
        self._title = title
        self._clock: Any = None

    def show(self, frame: NDArray[np.uint8], fps: float) -> None:
        """Show a picture, and wait so that there are at most `fps` of them in a second."""
        os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
        with needs("pictures"):
            import pygame
        size = frame.shape[1::-1]
        try:
            pygame.display.init()
            if pygame.display.get_driver() in UNSEEN and "SDL_VIDEODRIVER" not in os.environ:
                pygame.display.quit()
                raise pygame.error("there is no display")
            surface = pygame.display.get_surface()
            if surface is None or surface.get_size() != size:
                surface = pygame.display.set_mode(size)
            pygame.display.set_caption(self._title)
            pygame.event.pump()  # otherwise the system thinks that the window hangs
            surface.blit(pygame.image.frombuffer(frame.tobytes(), size, "RGB"), (0, 0))
            pygame.display.flip()
        except pygame.error as error:
            raise ParlourError(
                f"no window can be opened here ({error}): use the render mode rgb_array or svg instead, "
                "or set SDL_VIDEODRIVER=dummy to draw without one"
            ) from None
        if self._clock is None:
            self._clock = pygame.time.Clock()
        self._clock.tick(fps)

    def close(self) -> None:
        if self._clock is not None:
            import pygame

            pygame.display.quit()
            self._clock = None
