"""What is legal: the rules as plain Python, one function per numbered rule."""

from lethal_models.legality.damage import RULES, Violation, violations

__all__ = ["RULES", "Violation", "violations"]
