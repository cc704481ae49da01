"""The pages of the site, one file each: every one takes a `Visit` and gives a response."""
