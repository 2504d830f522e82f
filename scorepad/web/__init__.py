"""What scorepad adds to the page in a browser."""
