"""The board in the browser: a server of games, analysis and pages, and the board itself in static/.

server.py     runs the server; app.py puts its parts together: the table of addresses, the door and the life of all
http/         the door: connections, limits, visitors, pages and files, errors and their status
storage/      games on disk: the store, the thread that writes, those that read, finding games
live/         games in progress: rooms, sockets, seats; the engine's processes and who may use them when
api/          what the addresses do, how one is declared, and the document that describes them all
messages.py   everything that is sent, as typed structures; describe.py makes them from positions and lines
clerk.py      reads and writes PDN in a process of its own
service.py    what the addresses share

http/ and storage/ know none of the others, live/ stands on both, api/ on all three.
"""
