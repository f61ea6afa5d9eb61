"""Addresses of the devices for push."""

from django.urls import path

from games.notices.push import views

urlpatterns = [
    path("push/", views.page, name="push"),
    path("push/subscribe/", views.subscribe, name="push_subscribe"),
    path("push/renew/", views.renew, name="push_renew"),
    path("push/remove/", views.remove, name="push_remove"),
    path("push/rename/", views.rename, name="push_rename"),
    path("push/test/", views.test, name="push_test"),
]
