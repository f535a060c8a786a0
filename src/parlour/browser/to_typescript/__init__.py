"""The parts of the translator from Python to TypeScript (see `parlour.browser.translate`)."""
