"""scorepad in a browser: its own server, which only this computer can reach unless another host is given."""
