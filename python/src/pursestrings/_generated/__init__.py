# Made by `npm run generate`; do not edit.
"""Made from the contract of the service."""
