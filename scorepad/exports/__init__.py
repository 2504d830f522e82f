"""What leaves the app: the evening as text and, later, as other documents."""
