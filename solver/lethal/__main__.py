"""`python -m lethal`."""

from lethal.cli import main

if __name__ == "__main__":
    main()
