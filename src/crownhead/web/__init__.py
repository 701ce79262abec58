"""The board in the browser: a server of games, analysis and pages, and the board itself in static/.

app.py            the table of addresses, the middleware and the life of the server
endpoint.py       how an address is declared: method, path, types; openapi.py documents the same table
messages.py       everything that is sent, as typed structures; describe.py makes them from games
play_api.py, study_api.py, library_api.py      what the addresses do
live.py           the socket of a game; analysis.py the socket of the engine's thoughts
rooms.py, room.py, stored.py, game_data.py     games in progress: the registry, who is there, rows and messages
store.py, schema.py                            games on disk
pool.py, worker.py                             the engine's processes
guard.py, visitor.py, seats.py                 who may do what, and how much of it
"""
