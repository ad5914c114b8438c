# Vitrine as an image: `npm run container` builds it without a Docker engine, starts it and buys in it (docs/operations.md).
#
#   docker build -t vitrine .
#   docker run --init --read-only --tmpfs /tmp -v vitrine:/var/lib/vitrine -p 3000:3000 vitrine
#
# A command: docker exec NAME vitrine doctor

ARG BASE=docker.io/library/node:24-bookworm-slim

FROM ${BASE} AS build
# Where the network has a certificate of its own: its file, which `--volume` mounts.
ARG NODE_EXTRA_CA_CERTS
WORKDIR /opt/vitrine
COPY package.json package-lock.json .npmrc ./
# .npmrc includes development packages, for a clone.
RUN npm ci --omit=dev --include=optional
COPY . .
# The build is recognized by the times of its sources, of which a layer keeps whole seconds.
RUN find src scripts vite.config.ts package-lock.json -exec touch -d 2026-01-01T00:00:00Z {} + \
  && npm run build \
  && node scripts/container/prune-packages.ts

FROM ${BASE}
LABEL org.opencontainers.image.title="Vitrine" \
  org.opencontainers.image.description="An online storefront, complete and self-contained" \
  org.opencontainers.image.licenses="MIT" \
  org.opencontainers.image.version="1.0.0" \
  org.opencontainers.image.base.name="docker.io/library/node:24-bookworm-slim"
# Without npm, which forwards neither signals nor exit codes. The user is the base image's; PostgreSQL refuses root.
RUN printf '#!/bin/sh\nexec node --max-semi-space-size=4 /opt/vitrine/scripts/launch/run-file.mjs /opt/vitrine/src/cli/vitrine.ts "$@"\n' \
  > /usr/local/bin/vitrine \
  && chmod 0755 /usr/local/bin/vitrine \
  && install -d -o node -g node -m 0700 /var/lib/vitrine
WORKDIR /opt/vitrine
COPY --from=build /opt/vitrine ./
# Two arenas: ADR 0005.
ENV HOST=0.0.0.0 DATA_DIR=/var/lib/vitrine MALLOC_ARENA_MAX=2
USER node
VOLUME /var/lib/vitrine
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=15m \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/api/ready`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["vitrine"]
CMD ["start"]
