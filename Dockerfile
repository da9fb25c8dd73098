# First everything needed to build, then only what runs.
FROM node:22-bookworm-slim@sha256:43ac6c60b8f89723f746e8a92ce91abd5017e627ce1ddfe4238355d3a30b772c AS build
WORKDIR /shop
COPY package.json package-lock.json .npmrc ./
RUN npm ci --include=dev --no-audit --no-fund
COPY . .
RUN npm run build
RUN mkdir /data /backups && chown node:node /data /backups

FROM build AS modules
RUN npm prune --omit=dev --no-audit --no-fund

FROM node:22-bookworm-slim@sha256:43ac6c60b8f89723f746e8a92ce91abd5017e627ce1ddfe4238355d3a30b772c
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /shop
COPY --from=build /shop/package.json ./
COPY --from=modules /shop/node_modules ./node_modules
COPY --from=build /shop/build ./build
RUN mkdir /data /backups && chown node:node /data /backups
# A user without rights over the program's own files.
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=15s --timeout=4s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/readyz').then((a) => process.exit(a.ok ? 0 : 1), () => process.exit(1))"]
# Node itself is the process that gets the signals; it drains within ten seconds.
STOPSIGNAL SIGTERM
# As in `npm start`: room for new objects, which a process at rest gives back (docs/decisions/208).
CMD ["node", "--expose-gc", "--max-semi-space-size=32", "build/server.js"]
