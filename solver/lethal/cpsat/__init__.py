"""The model of record: damage steps as CP-SAT models. Importing it loads ortools."""
