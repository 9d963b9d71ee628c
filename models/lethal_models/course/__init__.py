"""The course of a combat: events, damage as it is dealt, and what happens between the steps."""
