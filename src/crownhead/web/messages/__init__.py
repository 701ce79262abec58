"""Everything that goes over the wire, as types: what is sent is checked against them before anything else."""
