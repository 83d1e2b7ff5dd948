"""The panels that all hex-war battle screens share: functions that draw what the desk holds."""
