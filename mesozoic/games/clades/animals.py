"""Which animals a card shows, and what the encyclopedia says about them (ledger section 8).

The pattern is ours: a card with number 1 shows animal a, number 2 shows a and b, number 3 shows a and b on top and c
below; a and b are closest kin. Colours change the tint only. Names marked as ours are chosen where the printed cards
are unknown.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from mesozoic.games.clades.cards import ANIMALS, BIVALVE, FISH, MOLLUSK, NAMES, SHARK

PALEOZOIC: Final = "Paleozoic"
MESOZOIC: Final = "Mesozoic"
CENOZOIC: Final = "Cenozoic"
TODAY: Final = "today"


class Animal(NamedTuple):
    """One kind of animal on the cards."""

    name: str
    era: str
    fact: str
    ours: bool = False
    """Chosen by us, not known from the printed cards."""


class Subclade(NamedTuple):
    """The animals of one clade and environment in one set; the first two are closest kin."""

    name: str
    scientific: str
    meaning: str
    teaching: str
    animals: tuple[Animal, Animal, Animal]


SUBCLADES: Final[dict[str, Subclade]] = {
    "MW": Subclade(
        "Pinnipeds",
        "Pinnipedia",
        "fin foot",
        "A toothless walrus, an early seal and an otter-like walker.",
        (
            Animal(
                "Valenictus", CENOZOIC, "A walrus with tusks but hardly another tooth, sucking clams out of shells."
            ),
            Animal("Enaliarctos", CENOZOIC, "One of the first seals: it swam with all four flippers and still chewed."),
            Animal("Puijila", CENOZOIC, "It had webbed feet instead of flippers and hunted in lakes of the far north."),
        ),
    ),
    "ML": Subclade(
        "Xenarthrans and afrotheres",
        "Xenarthra, Afrotheria",
        "strange joint, African beast",
        "Two South American giants and an elephant's cousin; perhaps all one clade.",
        (
            Animal("glyptodont", CENOZOIC, "An armadillo's giant kin, as heavy as a car under its dome of bone."),
            Animal("ground sloth", CENOZOIC, "Too big for any tree, it reached the leaves standing on its hind legs."),
            Animal("mammoth", CENOZOIC, "An elephant in a fur coat, met and painted by people of the ice age."),
        ),
    ),
    "MA": Subclade(
        "Bats",
        "Chiroptera",
        "hand wing",
        "Hand bones became wings.",
        (
            Animal("Icaronycteris", CENOZOIC, "It flew 52 million years ago and could already find insects by echo."),
            Animal("Onychonycteris", CENOZOIC, "It flew, but claws on all its fingers show that it climbed as well."),
            Animal("protobat", CENOZOIC, "Nobody has found it yet: the gliding climber from which bats must come."),
        ),
    ),
    "SW": Subclade(
        "Turtles and relatives",
        "Pantestudines",
        "all tortoises",
        "A giant sea turtle, a half-shelled turtle and a long neck; perhaps two clades.",
        (
            Animal("Archelon", MESOZOIC, "The largest sea turtle known, longer than a small car.", ours=True),
            Animal("Odontochelys", MESOZOIC, "It had teeth and a shell below, but none on its back yet.", ours=True),
            Animal("Plesiosaurus", MESOZOIC, "It rowed through the sea with four flippers. No dinosaur.", ours=True),
        ),
    ),
    "SL": Subclade(
        "Dinosaurs",
        "Dinosauria",
        "terrible lizard",
        "Meat eater and long neck are nearer kin to each other than to the horned one.",
        (
            Animal("Allosaurus", MESOZOIC, "A theropod of the late Jurassic that hunted on two legs.", ours=True),
            Animal("Apatosaurus", MESOZOIC, "A sauropod: a neck like a crane and a tail like a whip.", ours=True),
            Animal("Triceratops", MESOZOIC, "An ornithischian with three horns, among the last of them.", ours=True),
        ),
    ),
    "SA": Subclade(
        "Pterosaurs",
        "Pterosauria",
        "wing lizard",
        "Short tails together, long tail apart; none of them a dinosaur.",
        (
            Animal("Pteranodon", MESOZOIC, "A toothless fisher with a long crest over a shallow sea.", ours=True),
            Animal("Quetzalcoatlus", MESOZOIC, "Standing as tall as a giraffe, and still able to fly.", ours=True),
            Animal("Rhamphorhynchus", MESOZOIC, "It steered with a long tail that ended in a vane.", ours=True),
        ),
    ),
    "AW": Subclade(
        "Eurypterids",
        "Eurypterida",
        "wide wing",
        "Sea scorpions that paddled, and an early horseshoe crab.",
        (
            Animal("Hughmilleria", PALEOZOIC, "A sea scorpion no longer than a hand, with paddles for swimming."),
            Animal("Stylonurus", PALEOZOIC, "A sea scorpion that walked on stilts instead of paddling.", ours=True),
            Animal("Lunataspis", PALEOZOIC, "A horseshoe crab 445 million years old that looks like those of today."),
        ),
    ),
    "AL": Subclade(
        "Myriapods",
        "Myriapoda",
        "many legs",
        "A two-metre millipede, its tiny cousin and a hunter.",
        (
            Animal("Arthropleura", PALEOZOIC, "A millipede longer than a person, in the forests that became coal."),
            Animal("pauropod", PALEOZOIC, "Pale, blind and smaller than a grain of rice, it lives in the soil."),
            Animal("centipede", PALEOZOIC, "Its first pair of legs turned into fangs with poison."),
        ),
    ),
    "AA": Subclade(
        "Winged insects",
        "Pterygota",
        "winged",
        "A griffinfly with a crow's wingspan, and two that flew with it.",
        (
            Animal("Meganeura", PALEOZOIC, "It looked like a dragonfly, with wings as wide as a crow's.", ours=True),
            Animal("Stenodictya", PALEOZOIC, "It sucked plants through a beak and had a third, tiny pair.", ours=True),
            Animal("Archimylacris", PALEOZOIC, "A roachoid: it folded its wings flat and crept away.", ours=True),
        ),
    ),
    "oMW": Subclade(
        "Cetaceans",
        "Cetacea",
        "sea monster",
        "Two toothed whales and one that filters the sea.",
        (
            Animal("orca", TODAY, "The largest dolphin; families pass on their own ways of hunting.", ours=True),
            Animal("bottlenose dolphin", TODAY, "It has a whistle of its own that serves as a name.", ours=True),
            Animal("blue whale", TODAY, "Heavier than any dinosaur we know, and it lives on krill.", ours=True),
        ),
    ),
    "oML": Subclade(
        "Primates",
        "Primates",
        "of the first rank",
        "Two apes and a lemur.",
        (
            Animal("human", TODAY, "An ape that wonders what it is related to."),
            Animal("gorilla", TODAY, "The largest living primate builds itself a new bed every evening.", ours=True),
            Animal("ring-tailed lemur", TODAY, "It lives in Madagascar and settles quarrels by stinking.", ours=True),
        ),
    ),
    "oMA": Subclade(
        "Bats",
        "Chiroptera",
        "hand wing",
        "A fruit eater, an insect hunter and a drinker of blood.",
        (
            Animal("flying fox", TODAY, "It finds fruit with its eyes and nose and sows forests.", ours=True),
            Animal("horseshoe bat", TODAY, "It calls through its nose, and the nose aims the sound.", ours=True),
            Animal("vampire bat", TODAY, "It runs on the ground and shares its meals with neighbours.", ours=True),
        ),
    ),
    "oSW": Subclade(
        "Sea turtles",
        "Chelonioidea",
        "tortoise-like",
        "Two with hard shells and one with a leather back.",
        (
            Animal("green turtle", TODAY, "It crosses an ocean to lay its eggs where it hatched.", ours=True),
            Animal("hawksbill", TODAY, "It eats sponges that are full of glass needles.", ours=True),
            Animal("leatherback", TODAY, "It keeps warm in cold water and dives a kilometre deep.", ours=True),
        ),
    ),
    "oSL": Subclade(
        "Lizards",
        "Lacertilia",
        "lizard kind",
        "Two of the iguana branch and a gecko.",
        (
            Animal("iguana", TODAY, "A third eye on its head tells light from shadow.", ours=True),
            Animal("chameleon", TODAY, "Its tongue is longer than its body, its eyes look two ways.", ours=True),
            Animal("gecko", TODAY, "Millions of tiny hairs under its toes hold it on glass.", ours=True),
        ),
    ),
    "oSA": Subclade(
        "Birds",
        "Aves",
        "birds",
        "Two that fly and one that runs; dinosaurs all three.",
        (
            Animal("robin", TODAY, "It feels the magnetic field of the earth on its way."),
            Animal("eagle", TODAY, "It sees a hare from a distance of kilometres."),
            Animal("ostrich", TODAY, "It cannot fly, and outruns nearly everything that would eat it."),
        ),
    ),
    "oAW": Subclade(
        "Crustaceans",
        "Crustacea",
        "with a shell",
        "Two walkers with claws and one that glues itself down.",
        (
            Animal("crab", TODAY, "Many crustaceans have turned into crabs, each on its own.", ours=True),
            Animal("lobster", TODAY, "It tastes with its feet and grows as long as it lives.", ours=True),
            Animal("barnacle", TODAY, "It stands on its head and kicks food into its mouth.", ours=True),
        ),
    ),
    "oAL": Subclade(
        "Arachnids",
        "Arachnida",
        "spiders",
        "Eight legs each.",
        (
            Animal("spider", TODAY, "Its thread is tougher than steel of the same weight.", ours=True),
            Animal("scorpion", TODAY, "It glows under ultraviolet light, and nobody is sure why.", ours=True),
            Animal("mite", TODAY, "Many are too small to see; some live in eyebrows.", ours=True),
        ),
    ),
    "oAA": Subclade(
        "Winged insects",
        "Pterygota",
        "winged",
        "Two that fold their wings and one that cannot.",
        (
            Animal("bee", TODAY, "It dances to tell its sisters where the flowers are."),
            Animal("mantis", TODAY, "It strikes in a twentieth of a second."),
            Animal("dragonfly", TODAY, "It catches nearly everything it chases, in the air."),
        ),
    ),
}
BONUS: Final[dict[int, Animal]] = {
    SHARK: Animal("shark", PALEOZOIC, "Older than trees, it has lived through every great extinction but the first."),
    BIVALVE: Animal("bivalve", PALEOZOIC, "Two shells, no head, and a whole family that lives by filtering water."),
    FISH: Animal("ray-finned fish", TODAY, "Half of all animals with a backbone are fish of this kind."),
    MOLLUSK: Animal("mollusk", TODAY, "From snail to squid, one soft body in a hundred thousand shapes."),
}
ENCYCLOPEDIA: Final = (
    "Mammals and sauropsids are both amniotes: their common ancestors looked like lizards and laid the first eggs on "
    "dry land, about 300 million years ago.",
    "Amniotes and arthropods both belong to Bilateria, the animals with a left and a right side; their common ancestor "
    "was a kind of worm that swam about 600 million years ago.",
    "Birds belong with the reptiles, and so do the dinosaurs: together they are the sauropsids.",
    "Pterosaurs and plesiosaurs are sauropsids too, but neither are dinosaurs.",
    "Clades nest: every smaller group inside a clade is a clade as well.",
    "The Paleozoic is the era of old animals, the Mesozoic of middle ones, the Cenozoic of the new dawn. The fourth "
    "great extinction, 252 million years ago, and the fifth, 66 million years ago, lie between them.",
)


def subclade_of(card: int) -> Subclade:
    """The group of an animal card."""
    name = NAMES[card]
    return SUBCLADES[name[:3] if name.startswith("o") else name[:2]]


def shown_on(card: int) -> tuple[Animal, ...]:
    """The animals on a card, top first; on a card with three the top two are closest kin."""
    if card >= ANIMALS:
        return (BONUS[card],)
    return subclade_of(card).animals[: int(NAMES[card].removeprefix("o")[2])]
