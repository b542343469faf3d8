"""What is answered where, a module for each part of the API."""
