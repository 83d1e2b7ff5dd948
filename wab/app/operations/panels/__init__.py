"""The panels of the battle screen, one file each: functions that draw what the desk holds and hand wishes to its commands."""
