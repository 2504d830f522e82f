"""The page with which others follow an evening."""

from .page import HERE, FollowPage, follow_page

__all__ = ["HERE", "FollowPage", "follow_page"]
