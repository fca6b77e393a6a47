# Any image with Debian or Ubuntu underneath and Python 3.11 or newer as python3 will do.
ARG BASE=python:3.13-slim-trixie

FROM ${BASE} AS build
# Debian keeps only the newest version of a package, so a pinned one would soon not be found; and
# nothing of this stage but the built wheel and its dependencies gets into the image.
# hadolint ignore=DL3008
RUN apt-get update \
    && apt-get install --yes --no-install-recommends gcc libc6-dev \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /src
RUN python3 -m venv /opt/build && python3 -m venv --without-pip /opt/venv
COPY requirements/ requirements/
RUN /opt/build/bin/pip install --no-cache-dir --require-hashes -r requirements/build.lock \
    && /opt/build/bin/pip --python /opt/venv/bin/python install --no-cache-dir --require-hashes \
        -r requirements/run.lock
COPY . .
RUN /opt/build/bin/pip wheel --no-deps --no-build-isolation --wheel-dir /dist . \
    && /opt/build/bin/pip --python /opt/venv/bin/python install --no-cache-dir --no-deps \
        /dist/*.whl
# A compilation that fails still makes a wheel, with a slow solver: the image insists on a fast one.
RUN /opt/venv/bin/python -I -c "import glob, importlib; \
    names = [path[:-4].replace('/', '.') for path in glob.glob('app/solver/*.pxd')]; \
    slow = [name for name in names if importlib.import_module(name).__file__.endswith('.py')]; \
    assert not slow, slow"

FROM ${BASE}
LABEL org.opencontainers.image.title="Pyramid Solitaire" \
      org.opencontainers.image.description="A table for Pyramid Solitaire in the browser" \
      org.opencontainers.image.licenses="MIT"
ENV PATH=/opt/venv/bin:$PATH \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1 \
    PYRAMID_DATA=/data \
    PYRAMID_HOST=0.0.0.0 \
    PYRAMID_PORT=8000
COPY --from=build /opt/venv /opt/venv
RUN install --directory --owner=10001 --group=10001 --mode=0750 /data
USER 10001:10001
WORKDIR /data
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s --retries=3 \
    CMD ["/opt/venv/bin/python", "-I", "-m", "app.health"]
ENTRYPOINT ["/opt/venv/bin/pyramid-solitaire"]
CMD ["serve"]
