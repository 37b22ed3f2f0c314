"""What people told: what is kept of it, and what holds no longer because something else was said later."""
