"""scorepad as a static web app: Python runs in the browser, and no server is needed after the first visit."""
