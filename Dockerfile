# A release adds the digest of the image that it was tested with: docker build --build-arg NODE_DIGEST=@sha256:... .
ARG NODE_DIGEST=
FROM node:24.19.0-trixie-slim${NODE_DIGEST} AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# No scripts: the project's own needs the sources, and what this Node uses comes ready-made
RUN npm ci --ignore-scripts
COPY . .
# Omits optional packages, because this version of Node contains SQLite
RUN npm run build && npm prune --omit=dev --omit=optional --ignore-scripts && node tools/image-files.mjs node_modules dist

FROM node:24.19.0-trixie-slim${NODE_DIGEST}
# SQLite needs a folder for temporary files, which a read-only root has nowhere else
ENV NODE_ENV=production HOST=0.0.0.0 SQLITE_TMPDIR=/app/data
WORKDIR /app
# The service needs none of the package managers
RUN rm -rf /usr/local/lib/node_modules /opt/yarn* /usr/local/bin/corepack /usr/local/bin/np[mx] /usr/local/bin/yarn*
COPY --from=build /app/package.json /app/CHANGELOG.md /app/LICENSE ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY --from=build /app/docs/guides ./docs/guides
COPY --from=build /app/docs/reference ./docs/reference
COPY --from=build /app/docs/errors ./docs/errors
# The embedded database and its generated secrets live here; mount a volume to keep them
RUN mkdir data && chown node:node data
USER node
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 CMD ["node", "-e", \
  "const { PORT = 3000, BASE_PATH = '' } = process.env; fetch('http://127.0.0.1:' + (PORT || 3000) + BASE_PATH + '/health/live').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--min-semi-space-size=8", "--max-semi-space-size=16", "--initial-old-space-size=64", "dist/src/main.js"]
# The release sets both: docker build --build-arg VERSION=2.0.0 --build-arg REVISION="$(git rev-parse HEAD)" .
ARG VERSION=development
ARG REVISION=unknown
LABEL org.opencontainers.image.title="Customer Device API" \
      org.opencontainers.image.description="Read-only REST API over the devices of an enterprise, protected by API keys with scopes" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}" \
      org.opencontainers.image.licenses="LicenseRef-Proprietary" \
      org.opencontainers.image.base.name="docker.io/library/node:24.19.0-trixie-slim"
