"""The battle screen: the answers of this system to the shared one."""
