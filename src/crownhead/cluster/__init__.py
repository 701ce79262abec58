"""Long work on many machines, by Dask distributed (`pip install "crownhead[cluster]"`), which only `pool` and `worker`
load, when they are used."""
