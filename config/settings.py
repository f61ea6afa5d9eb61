"""One settings file, from the environment. Unset means the embedded default; docs/operations.md lists every variable."""

from pathlib import Path
from urllib.parse import quote, urlsplit

import environ
from django.core.exceptions import ImproperlyConfigured
from django.utils.translation import gettext_lazy as _

from config import environment
from games.registry import GAMES

BASE_DIR = Path(__file__).resolve().parent.parent
DATA_DIR = environment.data_dir(BASE_DIR)
env = environ.Env()

SITE_NAME = env.str("SITE_NAME", "Fairdeal")
HOST = env.str("HOST", "") or "127.0.0.1"
PORT = environment.number("PORT", 8000, 1, 65535)
BASE_URL = (env.str("BASE_URL", "") or f"http://localhost:{PORT}").rstrip("/")
if urlsplit(BASE_URL).scheme not in ("http", "https") or not urlsplit(BASE_URL).hostname:
    raise environment.fail("BASE_URL", "an address such as https://cards.example.org")
HTTPS = BASE_URL.startswith("https://")

DEBUG = environment.flag("DEBUG", False)
SECRET_KEY = environment.secret_key(DATA_DIR)
ALLOWED_HOSTS = environment.words("ALLOWED_HOSTS") or ["localhost", "127.0.0.1", "[::1]", str(urlsplit(BASE_URL).hostname), HOST]
CSRF_TRUSTED_ORIGINS = [BASE_URL]
RATE_LIMITS = environment.flag("RATE_LIMITS", True)

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "channels",
    "csp",
    "django_htmx",
    "accounts",
    "games.tables",
    "games.lobby",
    *GAMES,
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
]

ROOT_URLCONF = "config.urls"
ASGI_APPLICATION = "config.asgi.application"

TEMPLATES = [
    {  # boards: seventeen times faster, and every move renders several
        "BACKEND": "django.template.backends.jinja2.Jinja2",
        "APP_DIRS": True,
        "OPTIONS": {"environment": "config.jinja.environment", "auto_reload": DEBUG},
    },
    {  # pages
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "games.lobby.context.site",
            ]
        },
    },
]

try:
    DATABASES = {"default": environ.Env.db_url_config(env.str("DATABASE_URL", "") or f"sqlite:///{quote(str(DATA_DIR / 'db.sqlite3'))}")}
except (ValueError, KeyError) as error:
    raise environment.fail("DATABASE_URL", "an address such as postgres://user:password@host:5432/name") from error
DATABASES["default"] |= {"CONN_MAX_AGE": 600, "CONN_HEALTH_CHECKS": False, "ATOMIC_REQUESTS": False}
if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    # FULL: an acknowledged move survives a power cut. IMMEDIATE: two writers wait for each other instead of failing.
    SQLITE_SYNCHRONOUS = env.str("SQLITE_SYNCHRONOUS", "FULL").upper()
    if SQLITE_SYNCHRONOUS not in ("FULL", "NORMAL"):
        raise environment.fail("SQLITE_SYNCHRONOUS", "FULL or NORMAL")
    DATABASES["default"]["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 10,
        "init_command": (
            f"PRAGMA journal_mode=WAL; PRAGMA synchronous={SQLITE_SYNCHRONOUS}; PRAGMA foreign_keys=ON;"
            " PRAGMA temp_store=MEMORY; PRAGMA cache_size=-20000; PRAGMA mmap_size=134217728"
        ),
    }
elif not DATABASES["default"]["ENGINE"].endswith("postgresql"):
    raise ImproperlyConfigured("DATABASE_URL must name SQLite or PostgreSQL: moves need their row locks.")
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

REDIS_URL = environment.redis_url(DATA_DIR)
REDIS_PREFIX = env.str("REDIS_PREFIX", "fairdeal")
CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": REDIS_URL,
        "KEY_PREFIX": REDIS_PREFIX,
        "OPTIONS": {"socket_timeout": 5, "max_connections": 100},
    }
}
CHANNEL_LAYERS = {
    "default": {
        "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
        "CONFIG": {"hosts": [REDIS_URL], "prefix": REDIS_PREFIX},
    }
}

WEB_PROCESSES = environment.number("WEB_PROCESSES", 1, 1, 64)
WEB_THREADS = environment.number("WEB_THREADS", 2 if "sqlite" in DATABASES["default"]["ENGINE"] else 4, 1, 64)

CELERY_BROKER_URL = environment.broker_url(REDIS_URL)
CELERY_BROKER_TRANSPORT_OPTIONS = {"global_keyprefix": f"{REDIS_PREFIX}:"}
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_TASK_IGNORE_RESULT = True
CELERY_BEAT_SCHEDULE_FILENAME = str(DATA_DIR / "beat-schedule")

AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = [
    "django.contrib.auth.backends.ModelBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
PASSWORD_HASHERS = ["django.contrib.auth.hashers.Argon2PasswordHasher"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in ("UserAttributeSimilarityValidator", "MinimumLengthValidator", "CommonPasswordValidator")
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "home"
# A move loads no session row and no user row: the cookie is signed and carries the user's number.
SESSION_ENGINE = "django.contrib.sessions.backends.signed_cookies"
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS
SESSION_COOKIE_AGE = 60 * 60 * 24 * 60
MESSAGE_STORAGE = "django.contrib.messages.storage.cookie.CookieStorage"

SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
if HTTPS:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_HSTS_SECONDS = 60 * 60 * 24 * 30
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": ["'none'"],
        "script-src": ["'self'"],
        "style-src": ["'self'"],
        "img-src": ["'self'", "data:"],
        "font-src": ["'self'"],
        "connect-src": ["'self'"],
        "manifest-src": ["'self'"],
        "form-action": ["'self'"],
        "base-uri": ["'none'"],
        "frame-ancestors": ["'none'"],
    }
}

LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English"))]
LOCALE_PATHS = [BASE_DIR / "locale"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"

STATIC_URL = "/static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
STATIC_ROOT = Path(env.str("STATIC_ROOT", "") or DATA_DIR / "static")
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG
        else "whitenoise.storage.CompressedManifestStaticFilesStorage"
    },
}

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["console"], "level": "INFO" if not DEBUG else "WARNING"},
}
