"""All settings, from the environment (docs/hosting/settings.md)."""

from operator import attrgetter
from pathlib import Path

from django.utils.translation import gettext_lazy as _

from config import addresses, environment, limits, version
from games.registry import GAMES

BASE_DIR = Path(__file__).resolve().parent.parent
DATA_DIR = environment.data_dir(BASE_DIR)
VERSION = version.of(BASE_DIR)

SITE_NAME = environment.matching("SITE_NAME", "Fairdeal", r"[^\x00-\x1f\x7f]{1,60}", "a short name")
# The address of this site's source.
SOURCE_URL = environment.matching("SOURCE_URL", "", r"https?://[^\s\"<>]{1,200}", "an address")
HOST = addresses.listen_host()
PORT = environment.number("PORT", 8000, 1, 65535)
OPEN_TO_NETWORK = HOST in ("0.0.0.0", addresses.EVERYWHERE)
ADDRESSES = (
    environment.addresses(ipv6=HOST == addresses.EVERYWHERE)
    if OPEN_TO_NETWORK
    else [addresses.url_host(HOST)]
)
BASE_URL = addresses.base_url(addresses.site_url("http", ADDRESSES[0], PORT))
HTTPS = BASE_URL.startswith("https://")

DEBUG = environment.flag("DEBUG", False)
SECRET_KEY = environment.secret_key(DATA_DIR)
ALLOWED_HOSTS = addresses.allowed_hosts() or [
    "localhost",
    "127.0.0.1",
    "[::1]",
    addresses.host_of(BASE_URL),
    *ADDRESSES,
]
CSRF_TRUSTED_ORIGINS = [BASE_URL]
CSRF_FAILURE_VIEW = "games.api.handlers.csrf_failure"
# Trusted with a visitor's address and scheme. Behind https there is a proxy, by default on this
# machine.
TRUSTED_PROXIES = environment.proxies(["127.0.0.1"] if HTTPS else [])
RATE_LIMITS = environment.flag("RATE_LIMITS", True)
RATINGS = environment.text(
    "RATINGS", "guarded" if environment.text("EMAIL_URL", "") else "open"
).lower()
if RATINGS not in ("guarded", "open"):
    raise environment.fail("RATINGS", "guarded or open")
# Private networks that webhooks and push may call.
OUTBOUND_NETWORKS = environment.networks("OUTBOUND_NETWORKS")
# Sites whose pages may show tables in a frame: frame-ancestors of a content security policy.
EMBED_ANCESTORS = environment.matching(
    "EMBED_ANCESTORS",
    "*",
    r"('none'|'self'|\*|https?://[\w.*:\[\]-]+)( https?://[\w.*:\[\]-]+)*",
    "'none', * or addresses such as https://club.example, with spaces between them",
)
# The folder for the nightly dump of public games; "off" for none.
_DUMPS = environment.text("DUMPS_DIR", str(DATA_DIR / "dumps"))
DUMPS_DIR = None if _DUMPS == "off" else Path(_DUMPS)
# The age in hours from which an account may talk in its own words.
TALK_HOURS = environment.number("TALK_HOURS", 24, 0, 24 * 365)
# Readers of /metrics: these addresses, or with this token.
METRICS_ADDRESSES = environment.networks("METRICS_ADDRESSES")
METRICS_TOKEN = environment.text("METRICS_TOKEN", "")
LIMIT_RATES, LIMIT_COUNTS = limits.rates(), limits.counts()

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
    "oauth2_provider",
    "config",
    "games.site",
    "accounts",
    "games.community.people",
    "games.community.moderation",
    "games.notices.webhooks",
    "games.export",
    "games.screens",
    "games.notices.push",
    "games.tables",
    "games.tables.sleep",
    "games.ratings",
    "games.notices",
    "games.daily",
    "games.learning.review",
    "games.community.talk",
    "games.ratings.fairplay",
    "games.notices.calendar",
    "games.community.duplicate",
    "games.community.clubs",
    "games.community.events",
    "games.lobby.pairing",
    "games.retention",
    "games.lobby",
    "games.learning.lessons",
    "games.community.desk",
    "games.api",
    *GAMES,
]

MIDDLEWARE = [
    "config.monitoring.metrics.RequestMetrics",
    "config.server.request_checks.RequestChecks",
    "config.server.cookies.FormerCookieName",
    "config.server.middleware.Compressed",
    "django.middleware.security.SecurityMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "games.api.middleware.Programs",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "accounts.middleware.Visitors",
    "django.contrib.messages.middleware.MessageMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "accounts.middleware.AccountMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "config.server.request_checks.ErrorPages",
]

ROOT_URLCONF = "config.urls"
ASGI_APPLICATION = "config.asgi.application"

TEMPLATES = [
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
                "games.notices.context.turns",
            ],
            "libraries": {"bundles": "config.server.bundles"},
        },
    },
    {  # boards: seventeen times faster, and each move renders several
        "BACKEND": "django.template.backends.jinja2.Jinja2",
        "APP_DIRS": True,
        "OPTIONS": {"environment": "config.jinja.environment", "auto_reload": DEBUG},
    },
]

DATABASES = {"default": environment.database(DATA_DIR)}
DATABASES["default"] |= {"CONN_MAX_AGE": 600, "CONN_HEALTH_CHECKS": False, "ATOMIC_REQUESTS": False}
if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    # FULL: an acknowledged move survives a power cut. IMMEDIATE: two writers wait instead of
    # failing.
    SQLITE_SYNCHRONOUS = environment.text("SQLITE_SYNCHRONOUS", "FULL").upper()
    if SQLITE_SYNCHRONOUS not in ("FULL", "NORMAL"):
        raise environment.fail("SQLITE_SYNCHRONOUS", "FULL or NORMAL")
    DATABASES["default"]["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 10,
        "init_command": (
            f"PRAGMA journal_mode=WAL; PRAGMA synchronous={SQLITE_SYNCHRONOUS}; PRAGMA"
            " foreign_keys=ON; PRAGMA temp_store=MEMORY; PRAGMA cache_size=-20000; PRAGMA"
            " mmap_size=134217728"
        ),
    }
else:
    # seconds: waiting threads serve nobody
    DATABASES["default"].setdefault("OPTIONS", {}).setdefault("connect_timeout", 3)
    # poolers in transaction mode lack them
    if environment.flag("PREPARED_STATEMENTS", True):
        DATABASES["default"]["OPTIONS"]["prepare_threshold"] = 1
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

REDIS_URL = environment.redis_url(DATA_DIR)
REDIS_PREFIX = environment.matching(
    "REDIS_PREFIX", "fairdeal", r"[A-Za-z0-9._-]{1,40}", "a short word of letters, digits, . _ -"
)
CACHES = {
    "default": {
        "BACKEND": "accounts.cache.ForgivingCache",
        "LOCATION": REDIS_URL,
        "KEY_PREFIX": REDIS_PREFIX,
        "OPTIONS": {"max_connections": 100},
    }
}
CHANNEL_LAYERS = {
    "default": {
        "BACKEND": "config.server.channel_layer.Layer",
        "CONFIG": {
            "hosts": [{"address": REDIS_URL, "socket_timeout": 2, "socket_connect_timeout": 1}],
            "prefix": REDIS_PREFIX,
        },
    }
}

WEB_PROCESSES = environment.number("WEB_PROCESSES", 1, 1, 64)
LEAVE_SECONDS = environment.number("LEAVE_SECONDS", 3, 0, 30)
WEB_THREADS = environment.number(
    "WEB_THREADS", 2 if "sqlite" in DATABASES["default"]["ENGINE"] else 4, 1, 64
)
BOT_PROCESSES = environment.number("BOT_PROCESSES", 2, 1, 64)

CELERY_BROKER_URL = environment.broker_url(REDIS_URL)
# What is due stands in the database, so messages need no acknowledgement. It would cost two calls
# each, and a worker that loses Redis would die returning them (config.celery).
CELERY_BROKER_TRANSPORT_OPTIONS = {"global_keyprefix": f"{REDIS_PREFIX}:", "ack_emulation": False}
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None  # forever
# of late acknowledgement: we have none
CELERY_WORKER_CANCEL_LONG_RUNNING_TASKS_ON_CONNECTION_LOSS = True
CELERY_TASK_IGNORE_RESULT = True
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_BEAT_SCHEDULE_FILENAME = str(DATA_DIR / "beat.json")

AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
PASSWORD_HASHERS = ["django.contrib.auth.hashers.Argon2PasswordHasher"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {
        "NAME": "django.contrib.auth.password_validation.MinimumLengthValidator",
        "OPTIONS": {"min_length": 10},
    },
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {
        "NAME": "accounts.passwords.SiteWordsValidator",
        "OPTIONS": {"words": [SITE_NAME, "fairdeal", *GAMES]},
    },
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "home"
DATA_UPLOAD_MAX_NUMBER_FILES = 0  # no form takes files
# bytes: the longest form has 2000 characters, 24 kB at most
DATA_UPLOAD_MAX_MEMORY_SIZE = 64 * 1024
# A move loads neither session nor user: the cookie is signed and carries the user's id.
SESSION_ENGINE = "django.contrib.sessions.backends.signed_cookies"
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS
# Behind https only this host can set cookies of such names, no neighbour under the same domain.
COOKIE_PREFIX = "__Host-" if HTTPS else ""
SESSION_COOKIE_NAME, CSRF_COOKIE_NAME = f"{COOKIE_PREFIX}sessionid", f"{COOKIE_PREFIX}csrftoken"
SESSION_COOKIE_AGE = 60 * 60 * 24 * 60
MESSAGE_STORAGE = "config.server.cookies.Messages"

# Users can read their session, so allauth's features that store a code in it stay off.
ACCOUNT_ADAPTER = "accounts.adapter.AccountAdapter"
# a guest may log in and sign up; accounts.views sends the others on
ACCOUNT_AUTHENTICATED_LOGIN_REDIRECTS = False
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = f"{SITE_NAME}: "
ACCOUNT_EMAIL_VERIFICATION = "optional"
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_PREVENT_ENUMERATION = "strict"
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_USER_DISPLAY = attrgetter("name")
ACCOUNT_SIGNUP_FIELDS = ["username*", "email", "password1*", "password2*"]
ACCOUNT_FORMS = {
    "add_email": "accounts.forms.AddEmailForm",
    "change_password": "accounts.forms.ChangePasswordForm",
    "login": "accounts.forms.LoginForm",
    "reauthenticate": "accounts.forms.ReauthenticateForm",
    "reset_password": "accounts.forms.ResetPasswordForm",
    "reset_password_from_key": "accounts.forms.ResetPasswordKeyForm",
    "signup": "accounts.forms.SignupForm",
}
# Failures are counted by name and address together (accounts.adapter), so that the owner elsewhere
# is not locked out.
ACCOUNT_RATE_LIMITS = (
    {
        "signup": "60/m/ip",
        "login": "120/m/ip",
        "login_failed": "30/m/ip,5/m/key",
        "reset_password": "20/m/ip,5/h/key",
    }
    if RATE_LIMITS
    else False
)
MFA_ADAPTER = "accounts.adapter.MFAAdapter"
# an e-mail address is optional, and a small site may send no mail
MFA_ALLOW_UNVERIFIED_EMAIL = True
MFA_FORMS = {
    "activate_totp": "accounts.forms.ActivateTOTPForm",
    "add_webauthn": "accounts.passkeys.AddForm",
    "authenticate_webauthn": "accounts.passkeys.SecondStepForm",
    "edit_webauthn": "accounts.passkeys.RenameForm",
    "login_webauthn": "accounts.passkeys.LoginForm",
    "reauthenticate_webauthn": "accounts.passkeys.ReauthenticateForm",
}
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_RATE_LIMITS: dict[str, str] | bool = {} if RATE_LIMITS else False
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_TOTP_TOLERANCE = 1  # half a minute, for phones whose clock is off

# Apps of others: codes with PKCE, refresh tokens for one use. Only hashes are stored.
OAUTH_IDLE_SECONDS = 60 * 60 * 24 * 30
OAUTH2_PROVIDER = {
    "SCOPES": {"read": "read", "play": "play", "write": "write"},
    "DEFAULT_SCOPES": ["read"],
    "ACCESS_TOKEN_GENERATOR": "accounts.oauth.provider.new_access_token",
    "REFRESH_TOKEN_GENERATOR": "accounts.oauth.provider.new_refresh_token",
    "ACCESS_TOKEN_EXPIRE_SECONDS": 60 * 60,
    # from the end of the last access token; then the user must authorise the app again
    "REFRESH_TOKEN_EXPIRE_SECONDS": OAUTH_IDLE_SECONDS,
    "REFRESH_TOKEN_REUSE_PROTECTION": True,
    "OIDC_ISS_ENDPOINT": BASE_URL,
    **{
        f"COMPLIANT_BCP_RFC9700_{part}": True
        for part in (
            *("IMPLICIT_GRANT", "PASSWORD_GRANT", "PKCE_METHOD", "PKCE_REQUIRED"),
            *("ACCESS_TOKEN_TRANSPORT", "AUTHZ_RESPONSE_ISS", "TOKEN_STORAGE", "REFRESH_TOKEN"),
        )
    },
}

SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
if HTTPS:
    # for this host alone: the domain's other names are not ours
    SECURE_HSTS_SECONDS = 60 * 60 * 24 * 365
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

globals().update(environment.email(DATA_DIR))
EMAIL_TIMEOUT = 10
# the domain in ids of mails and calendar events
MAIL_DOMAIN = addresses.mail_domain(BASE_URL)
DEFAULT_FROM_EMAIL = SERVER_EMAIL = environment.matching(
    "DEFAULT_FROM_EMAIL",
    f"{SITE_NAME} <noreply@{MAIL_DOMAIN}>",
    r"[^\n\r]*[^\s@]+@[^\s@]+",
    "an address such as cards@example.org",
)

PUSH_KEY = environment.push_key(DATA_DIR)
# signs exports; and sites whose signatures count here
SIGNING_KEY = environment.signing_key(SECRET_KEY)
TRUSTED_SITES = environment.trusted_sites()

LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English"))]
LOCALE_PATHS = [BASE_DIR / "locale"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"

STATIC_URL = "/static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
STATIC_ROOT = Path(environment.text("STATIC_ROOT", str(DATA_DIR / "static")))
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": (
            "django.contrib.staticfiles.storage.StaticFilesStorage"
            if DEBUG
            else "config.server.static_storage.Storage"
        )
    },
}

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {
            "()": "config.monitoring.log_privacy.Formatter",
            "format": "{asctime} {levelname} {name}: {message}",
            "style": "{",
        }
    },
    "filters": {
        "routes": {"()": "config.monitoring.log_privacy.Routes"},
        "unavailable": {"()": "config.monitoring.log_privacy.Unavailable"},
        "malformed": {"()": "config.monitoring.log_privacy.MalformedRequests"},
        "outages": {"()": "config.monitoring.outage_log.Outages"},
    },
    "handlers": {
        "console": {
            "class": "logging.StreamHandler",
            "formatter": "line",
            "filters": ["routes", "unavailable", "malformed", "outages"],
        }
    },
    "root": {"handlers": ["console"], "level": "INFO"},
    "loggers": {
        "celery": {"level": "WARNING"},
        # its lines would bypass the formatter
        "uvicorn": {"level": "WARNING", "handlers": ["console"], "propagate": False},
        # their lines below WARNING name codes and tokens
        "oauth2_provider": {"level": "WARNING"},
        "oauthlib": {"level": "WARNING"},
        # a traceback each second without Redis; ours is one line
        "channels_redis": {"level": "CRITICAL"},
        # warnings are about refusals, with addresses that may be private
        "django.request": {"level": "ERROR"},
        # every scanner of the internet causes these
        "django.security.DisallowedHost": {"level": "CRITICAL"},
    },
}
