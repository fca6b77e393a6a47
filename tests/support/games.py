"""Looking at games in the store past their players."""

from sqlalchemy import select

from app.store import Store, StoredGame, tables


def stored_game(store: Store, game_id: str) -> StoredGame:
    """The game of an id, whoever's it is."""
    with store.database.reading() as connection:
        query = select(tables.game.c.visitor_id).where(tables.game.c.id == game_id)
        owner = connection.execute(query).scalar_one()
    found = store.games.owned(game_id, owner)
    assert found is not None
    return found
