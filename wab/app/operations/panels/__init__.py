"""The panels of the battle screen: functions that draw what the desk holds and hand wishes to its commands."""
