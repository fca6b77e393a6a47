"""Runs the migrations on the connection that it is given.

The server does so when it starts. To write a migration after a change of the tables, from the
folder of the project, with a database that has the newest migration:

    alembic -x url=sqlite:////path/to/file.db revision --autogenerate -m "what it does"
"""

from alembic import context
from sqlalchemy import Connection

from app.store import Store
from app.store.tables import metadata


def run(connection: Connection) -> None:
    """Run the migrations that the command asks for, in one transaction."""
    context.configure(
        connection=connection,
        target_metadata=metadata,
        # SQLite can change a table only by building it anew.
        render_as_batch=True,
        transactional_ddl=True,
    )
    with context.begin_transaction():
        context.run_migrations()


def main() -> None:
    """Find the connection: the caller's, or one to the URL given with `-x url=`."""
    connection: Connection | None = context.config.attributes.get("connection")
    if connection is not None:
        run(connection)
        return
    url = context.get_x_argument(as_dictionary=True).get("url")
    if context.is_offline_mode() or not isinstance(url, str):
        raise SystemExit("Name a database that can be used: alembic -x url=sqlite:////…")
    store = Store(url)
    with store.database.engine.begin() as opened:
        run(opened)
    store.close()


main()
