"""Players from outside, as `module:Class` names them."""


class FirstOrder:
    """Plays the first order on offer."""

    def __init__(self, seed):
        self.seed = seed

    def decide(self, view):
        return next(iter(view.legal_orders()))


class WithoutSeed:
    """Forgets that a player takes a seed."""

    def decide(self, view):
        return next(iter(view.legal_orders()))
