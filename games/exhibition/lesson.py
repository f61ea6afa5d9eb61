"""The lesson of Exhibition: nine steps of one game against Ada."""

from __future__ import annotations

from games.kernel.protocol import gettext_noop as noop
from games.screens.lessons import Lesson, Refusal, step

BEGINNING = """
game exhibition ruleset 1 seats 2
deal S0 S1
deal 1912 1943 1971 1907 1926 1988 1936 1960 1979 1910 1932 1965 1919 1958 1993 1901 1953 1984 \
1948 1951 1996 1923 1902 1999 1937 1964 1947 1938 1989 1959 1935 1990 1966 1985 1949 1975 1994 \
1982 1906 1905 1987 1920 1928 1934 1942 1961 1972 1974 1995 1954 1983 1930 1962 1914 1940 1900 \
1963 1957 1977 E 1986 1976 1921 1944 1933 1929 1998 1908 1980 1955 1925 1992 1915 1917 1978 \
1973 1956 1903 1997 1922 1909 1970 1991 1967 1924 1931 1946 1945 1939 1911 1950 1969 1904 1913 \
1916 1927 1981 1968 1918 1952 1941
"""

ELSEWHERE = Refusal(
    wrong=noop("1960 hangs in Africa. You are in Oceania."),
    follows=noop("You take cards only where your vehicle stands."),
    now=noop("Take 1943 in Oceania."),
    at="column-af",
)
TOO_FAR_RIGHT = Refusal(
    wrong=noop("1919 may not hang right of 1943."),
    follows=noop("Years rise from left to right, gaps or not."),
    now=noop("Hang 1919 in the second place."),
    at="why-six-5",
)
TOO_FAR_APART = Refusal(
    wrong=noop("1936 and 1951 are 15 years apart."),
    follows=noop("Neighbours in One Era are at most ten years apart."),
    now=noop("Leave a place free: hang 1951 in the third."),
    at="why-era-2",
)

STEPS = (
    step(
        noop("Your hall"),
        "goal",
        noop("Fill your hall with cards of a century."),
        do=noop("Sixteen places in five showcases: they are lit."),
        more=noop("Every place that stays empty costs a point."),
        look="hall",
        position=BEGINNING,
    ),
    step(
        noop("Take a card"),
        "turn",
        noop("You take a card where your vehicle stands."),
        do=noop("Take 1943, in Oceania."),
        code="take 1943",
        after=noop("1943 is a card of Europe. That matters next."),
        instead=noop("That is allowed too. This time, take 1943."),
        look="columns",
        refused={"take 1960": ELSEWHERE},
    ),
    step(
        noop("Travel"),
        "turn",
        noop("The card takes you to its own continent."),
        do=noop("Travel to Europe. Your next card comes from there."),
        code="move EU",
        press=noop("Travel to Europe"),
        after=noop("Your vehicle is in Europe. A new card hangs in Oceania."),
        look="columns",
    ),
    step(
        noop("Hang it"),
        "hall",
        noop("Hang it in any place whose rule it keeps."),
        do=noop("Six Continents, third place: tap it."),
        more=noop("Six cards there, each of another continent."),
        code="place six 3",
        after=noop("1943 hangs in the middle. Cards never move again."),
        instead=noop("That is allowed too. This time, take the third place."),
        look="hall",
    ),
    step(
        noop("Years rise"),
        "hall",
        noop("In every showcase years rise from left to right."),
        do=noop("Hang 1919 in the second of the six. Or try the fifth."),
        code="place six 2",
        after=noop("1919, 1943: they rise."),
        instead=noop("That is allowed too. This time, take the second place."),
        look="hall",
        refused={"place six 5": TOO_FAR_RIGHT},
        then=(
            "1 take 1926",
            "1 move NA",
            "1 place one 1",
            "0 take 1919",
            "0 move AF",
        ),
    ),
    step(
        noop("One Era"),
        "hall",
        noop("One Era: neighbours are at most ten years apart."),
        do=noop("1951 needs a gap after 1936: take the third place."),
        more=noop("Over a free place it is twenty years."),
        code="place era 3",
        after=noop("1936, a gap, 1951. Only years between fit there now."),
        instead=noop("That is allowed too. This time, take One Era, third place."),
        look="hall",
        refused={"place era 2": TOO_FAR_APART},
        then=(
            "1 take 1953",
            "1 move AS",
            "1 place six 3",
            "0 take 1936",
            "0 move SA",
            "0 place era 1",
            "1 take 1932",
            "1 move OC",
            "1 place gap 1",
            "0 take 1951",
            "0 move EU",
        ),
    ),
    step(
        noop("One Continent"),
        "hall",
        noop("One Continent takes three cards of the same one."),
        do=noop("Hang 1958 there, in the second place."),
        more=noop("It may be none that another player shows there."),
        code="place one 2",
        after=noop("South America is yours there. Ada has North America."),
        instead=noop("That is allowed too. This time, take One Continent."),
        look="hall",
        then=(
            "1 take 1912",
            "1 move AF",
            "1 place era 1",
            "0 take 1958",
            "0 move SA",
        ),
    ),
    step(
        noop("What fits nowhere"),
        "finish",
        noop("A card that fits nowhere goes to the depot."),
        do=noop("Each of the three places there costs a point."),
        more=noop("Or you finish, and the others play on without you."),
        look="depot",
    ),
    step(
        noop("Points"),
        "points",
        noop("Continents, decades and years in a row bring points."),
        do=noop("Most points win. Now a real game:"),
        more=noop("So do the widest gap, and all six continents first."),
        look="hall",
    ),
)

LESSON = Lesson(steps=STEPS, minutes=5, rivals=("Ada",), styles=("exhibition/lesson.css",))
