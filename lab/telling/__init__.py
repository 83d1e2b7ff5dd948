"""Each rule system's account of its battles next to history: a module a system, as `lab.measuring.battles.Teller`."""
