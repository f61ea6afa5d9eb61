"""Addresses of the webhook's pages."""

from django.urls import path

from games.notices.webhooks import views

urlpatterns = [
    path("webhook/", views.hook, name="hook"),
    path("webhook/test/", views.test, name="hook_test"),
    path("webhook/secret/", views.renew, name="hook_renew"),
    path("webhook/remove/", views.remove, name="hook_remove"),
]
