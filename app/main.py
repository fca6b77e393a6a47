"""The application: every part of the site on one store."""

import asyncio
import json
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from threading import Lock
from typing import Any, Final

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import RedirectResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from app import paths
from app.analysis import Analysis
from app.analysis.ahead import find_ahead
from app.settings import Settings
from app.store import CorruptGame, Store, StoreUnavailable
from app.web.api import deals as api_deals
from app.web.api import document
from app.web.api import games as api_games
from app.web.api import record as api_record
from app.web.api import solver as api_solver
from app.web.deals import deal, new, review, solve
from app.web.drawing.assets import Assets
from app.web.drawing.render import Renderer
from app.web.record import challenge, daily, history, joining, stats, yours
from app.web.site import choices, device, guide, pages
from app.web.site.errors import error_response, invalid_response
from app.web.site.guard import BodyLimit, Guard, Refuse
from app.web.site.routing import methods_of, other_address
from app.web.table import advice, play
from app.web.visit import Site

_log = logging.getLogger("pyramid")

# The table first: it is asked for most.
PAGES: Final = (
    *(play, pages, advice, review, new, deal, solve),
    *(daily, history, stats, yours, joining, challenge),
    *(guide, choices, device),
)
INTERFACES: Final = (api_games, api_record, api_deals, api_solver)


class Application(FastAPI):
    """The site, which knows the path that it is served under, and guards all that it answers."""

    def __init__(self, site: Site, **options: Any) -> None:
        super().__init__(**options)
        self.state.site = site
        self._site = site
        self._describing = Lock()
        self._document: dict[str, Any] | None = None
        self._document_text = b""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request, whether a proxy in front takes the site's path off or passes it on."""
        root = self._site.root
        if root and "path" in scope:
            scope["root_path"] = root
            if not f"{scope['path']}/".startswith(f"{root}/"):
                scope["path"] = root + scope["path"]
        await super().__call__(scope, receive, send)

    def build_middleware_stack(self) -> ASGIApp:
        """Put the guard before all else: the answer to a fault of ours has to pass it as well."""
        return Guard(
            super().build_middleware_stack(),
            base_url=self._site.settings.base_url,
            refuse=_refusal(self._site),
        )

    def openapi(self) -> dict[str, Any]:
        """Return the document of the JSON interface, made once however many ask at the same time.

        Making it takes a while: ask in a thread.
        """
        with self._describing:
            if self._document is None:
                self._document = super().openapi()
                document.complete(self._document)
                self._document_text = json.dumps(self._document, ensure_ascii=False).encode()
            return self._document

    def openapi_text(self) -> bytes:
        """Return the same document as it goes over the wire."""
        self.openapi()
        return self._document_text


FORGET_EVERY: Final = 24 * 3600.0
FORGET_FIRST: Final = 600.0
"""Seconds until visitors are forgotten who never began a game, after the start and then."""


async def forget_unused(store: Store) -> None:
    """Forget visitors who never began a game, again and again, until the task is cancelled."""
    await asyncio.sleep(FORGET_FIRST)
    while True:
        try:
            await asyncio.to_thread(store.visitors.prune)
        except StoreUnavailable as error:
            _log.warning("unused visitors could not be forgotten: %s", error)
        await asyncio.sleep(FORGET_EVERY)


def create_app(settings: Settings) -> FastAPI:
    """Return the application; the database is opened when the first request needs it."""
    assets = Assets(paths.STATIC)
    store = Store(settings.database_url)
    analysis = Analysis(store, processes=settings.solver_processes, seconds=settings.solver_seconds)
    site = Site(
        settings, store, analysis, Renderer(paths.TEMPLATES, assets, root=settings.root_path)
    )

    @asynccontextmanager
    async def lifespan(_app: FastAPI) -> AsyncIterator[None]:
        analysis.start()
        tasks = [
            asyncio.create_task(find_ahead(analysis, store, site.now)),
            asyncio.create_task(forget_unused(store)),
        ]
        yield
        for task in tasks:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task
        await run_in_threadpool(analysis.close)
        store.close()

    app = Application(
        site,
        title="Pyramid Solitaire",
        version=document.VERSION,
        description=document.DESCRIPTION,
        openapi_tags=list(document.TAGS),
        lifespan=lifespan,
        servers=[{"url": settings.root_path}] if settings.root_path else None,
        # FastAPI's own routes for these would do their work on the event loop.
        openapi_url=None,
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
    )
    for part in PAGES:
        app.include_router(part.router, include_in_schema=False)
    for interface in INTERFACES:
        app.include_router(interface.router)
    app.mount("/static", assets, name="static")

    @app.get(f"{document.API_PATH}/openapi.json", include_in_schema=False)
    def described() -> Response:
        return Response(app.openapi_text(), media_type="application/json")

    _answer_errors(app, site)
    app.add_middleware(GZipMiddleware, minimum_size=500, compresslevel=4)
    # For a body that does not say how long it is; the guard sees to the others.
    app.add_middleware(BodyLimit)
    return app


def app_from_environment() -> FastAPI:
    """Return the application that the environment's settings ask for, for a server's workers."""
    return create_app(Settings.read())


def _refusal(site: Site) -> Refuse:
    def refuse(_scope: Scope, status: int) -> ASGIApp:
        async def app(scope: Scope, receive: Receive, send: Send) -> None:
            response = await run_in_threadpool(error_response, site, Request(scope), status)
            await response(scope, receive, send)

        return app

    return refuse


def _answer_errors(app: FastAPI, site: Site) -> None:
    # None of them is a coroutine: they run in threads, as the visitor is looked up in the store.
    @app.exception_handler(HTTPException)
    def refused(request: Request, error: HTTPException) -> Response:
        headers = dict(error.headers or {})
        if error.status_code == 404 and "endpoint" not in request.scope:
            other = other_address(app.routes, request.scope)
            if other:
                return RedirectResponse(other)
        elif error.status_code == 405:
            methods = methods_of(app.routes, request.scope)
            headers |= {"Allow": ", ".join(methods)} if methods else {}
        return error_response(site, request, error.status_code, headers=headers)

    @app.exception_handler(RequestValidationError)
    def invalid(request: Request, error: RequestValidationError) -> Response:
        return invalid_response(site, request, error)

    @app.exception_handler(StoreUnavailable)
    def unavailable(request: Request, error: StoreUnavailable) -> Response:
        _log.error("%s", error)
        return error_response(site, request, 503)

    @app.exception_handler(CorruptGame)
    def corrupt(request: Request, error: CorruptGame) -> Response:
        _log.error("%s", error)
        return error_response(site, request, 500)

    @app.exception_handler(Exception)
    def failed(request: Request, error: Exception) -> Response:
        _log.error("%s %s", request.method, request.url.path, exc_info=error)
        return error_response(site, request, 500)
