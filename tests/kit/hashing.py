"""The password hash of the tests."""

from django.contrib.auth.hashers import Argon2PasswordHasher


class CheapArgon2PasswordHasher(Argon2PasswordHasher):
    """The site's hash with the least work, except in processes that a test starts."""

    time_cost = 1
    memory_cost = 8  # KiB
    parallelism = 1
