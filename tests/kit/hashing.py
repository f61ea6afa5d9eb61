"""The password hash of the tests."""

from django.contrib.auth.hashers import Argon2PasswordHasher


class CheapArgon2PasswordHasher(Argon2PasswordHasher):
    """The site's own hash with the least work that it can do: most tests are not about its cost.

    Processes that a test starts use the site's settings.
    """

    time_cost = 1
    memory_cost = 8  # KiB
    parallelism = 1
