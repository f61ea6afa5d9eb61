"""The only writers of notices, and of users' preferences about them. Callers pass `now`."""

from games.notices.services.deliver import forget_old, send_due, test_mail
from games.notices.services.news import forget as forget_news
from games.notices.services.news import mark_read, mark_table_read
from games.notices.services.scan import DUE
from games.notices.services.scan import find as find_due
from games.notices.services.wishes import ask, choose, finish_turns, stop
