"""What each rule system tells of its battles beside history: a module a system, as `lab.measuring.battles.Teller`."""
