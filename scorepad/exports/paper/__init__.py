"""The parts of the score sheet on paper; `scorepad.exports.pdf` puts them together."""
