"""The cards of Exhibition as small numbers: a card for each year from 1900, then Einstein (4.1).

A set of cards is an integer with a bit for each.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final, TypeAlias

from games.kernel.protocol import gettext_noop as _

SUBJECTS: Final[tuple[tuple[str, str], ...]] = (
    # the 1900s
    ("EU", _("Zeppelin LZ 1 makes its first flight over Lake Constance")),
    ("OC", _("Six colonies federate as the Commonwealth of Australia")),
    ("AF", _("The Egyptian Museum opens in its new Cairo building")),
    ("NA", _("The Wright Flyer takes off at Kitty Hawk")),
    ("SA", _("Christ the Redeemer of the Andes is unveiled")),
    ("AF", _("Victoria Falls Bridge opens across the Zambezi")),
    ("OC", _("The Story of the Kelly Gang premieres in Melbourne")),
    ("AS", _("The Peking to Paris motor race sets off from Peking")),
    ("NA", _("Ford introduces the Model T")),
    ("SA", _("Rio de Janeiro's Theatro Municipal opens")),
    # the 1910s
    ("EU", _("Brussels hosts its International Exposition")),
    ("SA", _("Hiram Bingham's expedition reaches Machu Picchu")),
    ("AF", _("The bust of Nefertiti is excavated at Amarna")),
    ("AS", _("Rabindranath Tagore becomes Asia's first Nobel laureate")),
    ("NA", _("The Panama Canal opens to shipping")),
    ("EU", _("The all-metal Junkers J 1 makes its first flight")),
    ("SA", _("The first Copa América is played in Buenos Aires")),
    ("OC", _("The Trans-Australian Railway is completed")),
    ("AS", _("Lu Xun publishes Diary of a Madman")),
    ("AF", _("A solar eclipse is photographed on Príncipe to test relativity")),
    # the 1920s
    ("OC", _("Qantas is founded in Queensland")),
    ("NA", _("Insulin is isolated in Toronto")),
    ("AF", _("The tomb of Tutankhamun is discovered")),
    ("EU", _("The first 24 Hours of Le Mans is run")),
    ("SA", _("Pablo Neruda publishes Twenty Love Poems in Santiago")),
    ("AS", _("The Palace Museum opens in Beijing's Forbidden City")),
    ("NA", _("Robert Goddard launches the first liquid-fuelled rocket")),
    ("OC", _("Parliament House opens in Canberra")),
    ("EU", _("Alexander Fleming discovers penicillin in London")),
    ("AS", _("A Peking Man skull is found at Zhoukoudian")),
    # the 1930s
    ("SA", _("Montevideo hosts the first football World Cup")),
    ("AF", _("Louis Leakey leads his first expedition to Olduvai Gorge")),
    ("OC", _("The Sydney Harbour Bridge opens")),
    ("AS", _("Aeroplanes fly over Mount Everest for the first time")),
    ("OC", _("The MacRobertson Air Race from England ends in Melbourne")),
    ("NA", _("The Douglas DC-3 makes its first flight")),
    ("SA", _("The Obelisco is inaugurated in Buenos Aires")),
    ("EU", _("Picasso's Guernica is shown at the Paris Exposition")),
    ("AF", _("A living coelacanth is caught off South Africa")),
    ("NA", _("The New York World's Fair opens")),
    # the 1940s
    ("EU", _("The painted cave of Lascaux is discovered")),
    ("OC", _("The Australian War Memorial opens in Canberra")),
    ("NA", _("Chicago Pile-1 sustains a nuclear chain reaction")),
    ("EU", _("Cousteau and Gagnan develop the Aqua-Lung")),
    ("SA", _("Jorge Luis Borges publishes Ficciones")),
    ("white", _("The Second World War ends")),
    ("AS", _("The company that becomes Sony is founded in Tokyo")),
    ("AF", _("The Mrs Ples skull is found at Sterkfontein")),
    ("OC", _("The Holden 48-215 rolls off the line")),
    ("AS", _("Hideki Yukawa is Japan's first Nobel laureate")),
    # the 1950s
    ("SA", _("The Maracanã stadium opens for the World Cup")),
    ("EU", _("The Festival of Britain opens in London")),
    ("NA", _("The tomb of King Pakal is found at Palenque")),
    ("AS", _("Tenzing Norgay and Edmund Hillary climb Mount Everest")),
    ("AF", _("The Khufu ship is discovered beside the Great Pyramid")),
    ("NA", _("Disneyland opens in California")),
    ("OC", _("Melbourne hosts the Summer Olympics")),
    ("AF", _("Khartoum hosts the first Africa Cup of Nations")),
    ("SA", _("João Gilberto's Chega de Saudade launches bossa nova")),
    ("EU", _("The Mini goes on sale")),
    # the 1960s
    ("SA", _("Brasília is inaugurated as Brazil's capital")),
    ("OC", _("The Parkes radio telescope opens")),
    ("NA", _("Telstar 1 is launched from Cape Canaveral")),
    ("SA", _("Julio Cortázar publishes Hopscotch")),
    ("AS", _("The Tōkaidō Shinkansen begins service")),
    ("EU", _("The Mont Blanc Tunnel opens")),
    ("AF", _("Dakar hosts the first World Festival of Negro Arts")),
    ("AF", _("The first human heart transplant is performed in Cape Town")),
    ("NA", _("Mexico City hosts the Summer Olympics")),
    ("AS", _("Seiko sells the first quartz wristwatch")),
    # the 1970s
    ("OC", _("The Indian Pacific train first links Sydney and Perth")),
    ("NA", _("Intel releases the 4004 microprocessor")),
    ("AS", _("The tomb of Lady Dai is excavated at Mawangdui")),
    ("OC", _("The Sydney Opera House opens")),
    ("AF", _("The Lucy skeleton is found at Hadar")),
    ("SA", _("El Sistema is founded in Caracas")),
    ("NA", _("The CN Tower opens in Toronto")),
    ("EU", _("The Centre Pompidou opens in Paris")),
    ("SA", _("Argentina hosts the football World Cup")),
    ("AS", _("Sony launches the Walkman")),
    # the 1980s
    ("EU", _("The Gotthard Road Tunnel opens")),
    ("NA", _("Space Shuttle Columbia flies for the first time")),
    ("SA", _("Colombia's Gabriel García Márquez wins the Nobel Prize in Literature")),
    ("OC", _("The yacht Australia II wins the America's Cup")),
    ("SA", _("Rio de Janeiro's Sambadrome opens")),
    ("AS", _("Nintendo releases Super Mario Bros.")),
    ("AF", _("Nigeria's Wole Soyinka wins the Nobel Prize in Literature")),
    ("OC", _("New Zealand and Australia host the first Rugby World Cup")),
    ("AS", _("Seoul hosts the Summer Olympics")),
    ("EU", _("Tim Berners-Lee proposes the World Wide Web at CERN")),
    # the 1990s
    ("NA", _("The Hubble Space Telescope is launched from Florida")),
    ("EU", _("Ötzi the Iceman is found in the Alps")),
    ("SA", _("Rio de Janeiro hosts the Earth Summit")),
    ("AF", _("The Hassan II Mosque is inaugurated in Casablanca")),
    ("EU", _("The Channel Tunnel opens")),
    ("AF", _("South Africa hosts and wins the Rugby World Cup")),
    ("AS", _("Pokémon Red and Green are released in Japan")),
    ("NA", _("Deep Blue beats Garry Kasparov in New York")),
    ("OC", _("The Te Papa museum opens in Wellington")),
    ("AS", _("The Petronas Towers are officially opened")),
    # no year
    ("white", _("Albert Einstein")),
)

Card: TypeAlias = int
Cards: TypeAlias = tuple[Card, ...]
Bits: TypeAlias = int
Continent: TypeAlias = int
"""A number from 0, in the order of the continents tile; WHITE for the two cards without a
continent."""

FIRST_YEAR = 1900
YEARS = 100
EINSTEIN: Card = 100
NO_CARD = -1

CONTINENTS = ("OC", "SA", "AF", "AS", "EU", "NA")
WHITE: Continent = len(CONTINENTS)

NAMES = (*[str(FIRST_YEAR + number) for number in range(YEARS)], "E")
CARDS = {name: card for card, name in enumerate(NAMES)}
CONTINENT_OF = tuple(
    [CONTINENTS.index(code) if code in CONTINENTS else WHITE for code, _ in SUBJECTS]
)
TITLES = tuple([title for _, title in SUBJECTS])
"""By card; in English, marked for translation."""

EVERY: Bits = (1 << len(NAMES)) - 1
OF_CONTINENT = tuple(
    [
        sum([1 << card for card, its in enumerate(CONTINENT_OF) if its == each])
        for each in range(WHITE + 1)
    ]
)
"""The cards of each continent, the white ones last."""
COLOURED: Bits = EVERY & ~OF_CONTINENT[WHITE]
OF_DECADE = tuple([((1 << 10) - 1 << 10 * decade) & COLOURED for decade in range(YEARS // 10)])
"""The coloured cards of each decade."""

DECADES = tuple([f"D{number}" for number in range(YEARS // 10)])
"""Names of the secret decade cards (4.5): D0 is 1900 to 1909."""


@lru_cache(256)
def continent(name: str) -> str | None:
    """Return the continent of the card of this name; None for a white card."""
    its = CONTINENT_OF[CARDS[name]]
    return None if its == WHITE else CONTINENTS[its]


def title(name: str) -> str:
    """Return the subject of the card of this name, in English. The site translates it when it shows
    it."""
    return TITLES[CARDS[name]]


def names(cards: Iterable[Card]) -> tuple[str, ...]:
    """Return the names of cards."""
    return tuple(map(NAMES.__getitem__, cards))


def cards(card_names: Iterable[str]) -> Cards:
    """Return the cards that have these names. Raise KeyError for a name that no card has."""
    return tuple(map(CARDS.__getitem__, card_names))
