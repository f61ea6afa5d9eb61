"""Addresses under /accounts/: ours, which take precedence, then allauth's."""

from django.urls import include, path

from accounts import token_views, views
from accounts.oauth import views as oauth

urlpatterns = [
    path("", views.settings, name="account_settings"),
    path("guest/", views.guest, name="account_guest"),
    path("name/", views.name, name="account_name"),
    path("theme/", views.theme, name="account_theme"),
    path("presence/", views.presence, name="account_presence"),
    path("dumps/", views.dumps, name="account_dumps"),
    path("devices/", views.end_device, name="account_end_device"),
    path("devices/others/", views.end_others, name="account_end_others"),
    path("tokens/", token_views.page, name="account_tokens"),
    path("tokens/end/", token_views.end, name="account_end_token"),
    path("tokens/bot/convert/", token_views.convert, name="account_convert_bot"),
    path("tokens/bot/close/", token_views.close_bot, name="account_close_bot"),
    path("apps/", oauth.page, name="account_apps"),
    path("apps/delete/", oauth.delete_app, name="account_delete_app"),
    path("apps/end/", oauth.revoke_app, name="account_end_app"),
    path("authorize/", oauth.authorize, name="oauth_authorize"),
    path("close/", views.close, name="account_close"),
    path("login/", views.Login.as_view(), name="account_login"),
    path("signup/", views.Signup.as_view(), name="account_signup"),
    path("2fa/totp/activate/", views.TurnOnApp.as_view(), name="mfa_activate_totp"),
    path("2fa/webauthn/add/", views.AddPasskey.as_view(), name="mfa_add_webauthn"),
    path("2fa/webauthn/login/", views.PasskeyLogin.as_view(), name="mfa_login_webauthn"),
    path("", include("allauth.urls")),
]
