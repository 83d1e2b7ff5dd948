"""Content of the system zocbonds: the shapes of its data, their checks, and the loaders."""
