"""The stages in their order, through the command."""
