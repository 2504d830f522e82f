"""Serves scorepad to browsers; only this computer can reach the server, unless another host is given."""
