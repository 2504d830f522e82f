"""scorepad in a browser: our own server, on this computer alone unless told otherwise."""
