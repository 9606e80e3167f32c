"""Messages to people who are away: what leaves this server by itself, and to which addresses it may."""
