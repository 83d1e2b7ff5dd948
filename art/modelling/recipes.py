"""The list of recipes: every miniature by name, with its army, its finest detail and how many corners each
level keeps.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from art.modelling import beach, cars, groups, guns, ships, tanks_allied, tanks_german
from art.modelling.bases import base
from art.modelling.groups import Man
from art.modelling.sculpture import Sculpture

Maker = Callable[[Sculpture], None]


@dataclass(frozen=True)
class Recipe:
    """The recipe of a miniature.

    `radius` (m): of its base, 0 for none. `voxel` (m): finest detail of the near level. `size` (m): over which its
    shade looks. `camouflage`: how strongly it is sprayed over the armour, 0 to 1. `forward` (m): how far it stands
    before the middle of the base.
    """

    maker: Maker
    army: str
    radius: float
    voxel: float
    size: float
    camouflage: float = 0.0
    forward: float = 0.0
    water: bool = False

    def sculpted(self, seed: int) -> Sculpture:
        """The miniature on its base."""
        sculpture = Sculpture()
        if self.radius:
            base(sculpture, self.radius, seed, self.water)
        with sculpture.at((0.0, self.forward, 0.02 * self.radius)):
            self.maker(sculpture)
        return sculpture


def _men(army: str, *men: Man) -> Recipe:
    return Recipe(partial(groups.squad, army=army, men=men), army, 1.05 if len(men) == 3 else 0.95, 0.0155, 1.8)


def _alone(army: str, pose: str, weapon: str) -> Recipe:
    """One man on a small base, for a board on which several stand in a hex."""
    return Recipe(partial(groups.alone, army=army, pose=pose, weapon=weapon), army, 0.58, 0.0155, 1.8)


def _vehicle(maker: Maker, army: str, radius: float, voxel: float = 0.034, camouflage: float = 0.0) -> Recipe:
    return Recipe(maker, army, radius, voxel, radius * 0.85, camouflage)


def _ship(plan: ships.Plan) -> Recipe:
    return Recipe(partial(ships.warship, plan=plan), "navy", 4.9, 0.042, 4.4, water=True)


def _aircraft(wings: ships.Wings, army: str) -> Recipe:
    return Recipe(partial(ships.aircraft, wings=wings), army, 0.0, 0.034, wings.span * 0.16)


RIFLES = (Man("advance", "garand"), Man("stride", "thompson"), Man("kneel", "garand"))
TOMMIES = (Man("advance", "enfield"), Man("stride", "bren"), Man("fire", "enfield"))
GRENADIERS = (Man("stride", "kar98"), Man("advance", "mp40"), Man("kneel", "kar98"))

RECIPES: dict[str, Recipe] = {
    "us_infantry": _men("us", *RIFLES),
    "us_paratroops": _men("us_para", Man("advance", "thompson"), Man("fire", "garand")),
    "us_rangers": _men("us_ranger", Man("fire", "garand"), Man("advance", "thompson"), Man("kneel", "bazooka")),
    "us_engineers": _men("us", Man("sweep", "detector"), Man("kneel", "garand")),
    "british_infantry": _men("uk", *TOMMIES),
    "british_paratroops": _men("uk_para", Man("stride", "sten"), Man("kneel", "enfield")),
    "commandos": _men("uk_commando", Man("advance", "thompson"), Man("stride", "bren"), Man("kneel", "enfield")),
    "british_engineers": _men("uk", Man("sweep", "detector"), Man("kneel", "enfield")),
    "canadian_infantry": _men("ca", Man("fire", "enfield"), Man("advance", "bren"), Man("stride", "enfield")),
    "polish_infantry": _men("pl", Man("advance", "enfield"), Man("fire", "bren"), Man("kneel", "enfield")),
    "french_infantry": _men("fr", Man("stride", "garand"), Man("fire", "garand"), Man("advance", "thompson")),
    "resistance": _men("resistance", Man("advance", "sten"), Man("kneel", "enfield")),
    "grenadiers": _men("heer", *GRENADIERS),
    "panzergrenadiers": _men("ss", Man("advance", "mp40"), Man("fire", "kar98"), Man("kneel", "panzerfaust")),
    "fallschirmjaeger": _men("fj", Man("advance", "mp40"), Man("kneel", "kar98")),
    "german_engineers": _men("heer", Man("advance", "flame"), Man("kneel", "kar98")),
    "us_rifleman": _alone("us", "advance", "garand"),
    "us_ranger": _alone("us_ranger", "fire", "thompson"),
    "us_paratrooper": _alone("us_para", "advance", "thompson"),
    "british_rifleman": _alone("uk", "advance", "enfield"),
    "british_paratrooper": _alone("uk_para", "stride", "sten"),
    "commando": _alone("uk_commando", "fire", "enfield"),
    "canadian_rifleman": _alone("ca", "stride", "enfield"),
    "french_rifleman": _alone("fr", "advance", "garand"),
    "german_rifleman": _alone("heer", "advance", "kar98"),
    "ss_rifleman": _alone("ss", "fire", "kar98"),
    "german_paratrooper": _alone("fj", "advance", "mp40"),
    "resistance_fighter": _alone("resistance", "advance", "sten"),
    "us_machine_gun": Recipe(partial(groups.machine_gun_team, army="us", weapon="browning"), "us", 1.1, 0.0155, 1.8),
    "german_machine_gun": Recipe(
        partial(groups.machine_gun_team, army="heer", weapon="mg42"), "heer", 1.1, 0.0155, 1.8
    ),
    "british_mortar": Recipe(partial(groups.mortar_team, army="uk"), "uk", 1.1, 0.0155, 1.8),
    "us_commander": Recipe(partial(groups.commander, army="us"), "us", 0.95, 0.0145, 1.8),
    "british_commander": Recipe(partial(groups.commander, army="uk", helmet="beret"), "uk", 0.95, 0.0145, 1.8),
    "german_commander": Recipe(partial(groups.commander, army="heer"), "heer", 0.95, 0.0145, 1.8),
    "sherman": _vehicle(tanks_allied.sherman, "us", 3.55),
    "firefly": _vehicle(tanks_allied.firefly, "uk", 3.75),
    "stuart": _vehicle(tanks_allied.stuart, "us", 2.8, 0.029),
    "tank_destroyer": _vehicle(tanks_allied.m10, "us", 3.65),
    "cromwell": _vehicle(tanks_allied.cromwell, "uk", 3.8),
    "churchill": _vehicle(tanks_allied.churchill, "uk", 4.3, 0.037),
    "panzer_four": _vehicle(tanks_german.panzer_four, "heer", 3.95, 0.034, 0.9),
    "panther": _vehicle(tanks_german.panther, "heer", 4.5, 0.037, 0.9),
    "tiger": _vehicle(tanks_german.tiger, "heer", 4.25, 0.037, 0.9),
    "assault_gun": _vehicle(tanks_german.assault_gun, "heer", 3.75, 0.034, 0.9),
    "american_half_track": _vehicle(cars.american_half_track, "us", 3.1, 0.029),
    "german_half_track": _vehicle(cars.german_half_track, "heer", 3.2, 0.029, 0.9),
    "american_armoured_car": _vehicle(cars.american_armoured_car, "us", 2.6, 0.027),
    "british_armoured_car": _vehicle(cars.british_armoured_car, "uk", 2.6, 0.027),
    "german_armoured_car": _vehicle(cars.german_armoured_car, "heer", 3.1, 0.029, 0.9),
    "jeep": _vehicle(cars.jeep, "us", 2.1, 0.021),
    "staff_car": _vehicle(cars.staff_car, "heer", 2.15, 0.021, 0.5),
    "truck": _vehicle(cars.truck, "us", 3.3, 0.031),
    "us_howitzer": Recipe(partial(guns.field_gun, army="us", platform=False), "us", 2.5, 0.022, 2.4, forward=0.55),
    "british_field_gun": Recipe(partial(guns.field_gun, army="uk", platform=True), "uk", 2.5, 0.022, 2.4, forward=0.55),
    "german_howitzer": Recipe(
        partial(guns.field_gun, army="heer", platform=False), "heer", 2.5, 0.022, 2.4, 0.7, forward=0.55
    ),
    "us_anti_tank_gun": Recipe(partial(guns.anti_tank_gun, army="us"), "us", 2.05, 0.018, 2.0, forward=0.35),
    "british_anti_tank_gun": Recipe(partial(guns.anti_tank_gun, army="uk"), "uk", 2.05, 0.018, 2.0, forward=0.35),
    "german_anti_tank_gun": Recipe(
        partial(guns.anti_tank_gun, army="heer"), "heer", 2.05, 0.018, 2.0, 0.7, forward=0.35
    ),
    "flak_88": Recipe(guns.flak_eighty_eight, "heer", 3.0, 0.025, 2.6, 0.8),
    "bofors": Recipe(partial(guns.light_flak, army="us"), "us", 2.2, 0.021, 2.2),
    "rocket_launcher": Recipe(guns.rocket_launcher, "heer", 2.1, 0.020, 2.0, 0.7, forward=0.2),
    "casemate": Recipe(guns.casemate, "heer", 2.9, 0.034, 2.6),
    "open_pit": Recipe(beach.open_pit, "heer", 1.3, 0.018, 1.3),
    "landing_craft": Recipe(beach.landing_craft, "us", 3.3, 0.034, 2.8, water=True),
    "tank_craft": Recipe(beach.tank_craft, "us", 4.7, 0.046, 4.0, water=True),
    "destroyer": _ship(ships.DESTROYER),
    "cruiser": _ship(ships.CRUISER),
    "battleship": _ship(ships.BATTLESHIP),
    "thunderbolt": _aircraft(ships.FIGHTER_BOMBER, "wings_us"),
    "typhoon": _aircraft(ships.TYPHOON, "wings_uk"),
    "heavy_bomber": _aircraft(ships.HEAVY_BOMBER, "wings_us"),
    "german_bomber": _aircraft(ships.GERMAN_BOMBER, "wings_de"),
}
