"""Explanations of wrong numbers that no stored mistake matches, one module per family of exercises."""
