# docker build --target server|portal|demo .   (docs/operations.md, Containers)

FROM node:24.11.1-alpine3.22 AS build
WORKDIR /app
COPY .npmrc package.json package-lock.json ./
RUN npm ci
COPY index.html tsconfig.base.json tsconfig.json tsconfig.portal.json tsconfig.server.json tsconfig.tests.json vite.config.ts ./
COPY contract contract
COPY demo demo
COPY public public
COPY scripts scripts
COPY server server
COPY src src
RUN npm run build

# The server without anything of the demonstration.
FROM build AS production
RUN rm build/server/demo-*

FROM node:24.11.1-alpine3.22 AS packages
WORKDIR /app
COPY .npmrc package.json package-lock.json ./
RUN npm ci --omit=dev --omit=optional

# A demonstration: invented data, an embedded database, and a sign-on without passwords.
FROM build AS demo
ENV NODE_ENV=development HOST=127.0.0.1 DATA_DIR=/data
RUN install -d -o node -g node /data
USER node
HEALTHCHECK --interval=10s --timeout=5s --start-period=300s CMD ["node", "-e", "fetch('http://127.0.0.1:3000/healthz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=32", "build/server/server.js"]

# The portal alone, for a server that is elsewhere. The variables without a value here must be set.
FROM nginxinc/nginx-unprivileged:1.29.3-alpine AS portal
ENV NGINX_ENVSUBST_OUTPUT_DIR=/tmp \
    CLIENT_ID=food-voucher-portal \
    CLIENT_USERNAME=portal \
    SUPPORT_EMAIL="" \
    MAP_TILES_URL="" \
    MAP_TILES_ORIGIN="" \
    MAP_TILES_ATTRIBUTION="" \
    REGIONAL_HEALTH_SITE_URL="" \
    OPEN_DATA_URL=""
COPY deploy/portal.conf /etc/nginx/templates/portal.conf.template
COPY --from=build /app/dist /usr/share/nginx/html
USER 101:101
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=5s CMD ["wget", "--quiet", "--spider", "http://127.0.0.1:8080/config.json"]
CMD ["nginx", "-c", "/tmp/portal.conf", "-g", "daemon off;"]

# The server with the portal, which is what `docker build .` makes. It has node and no package manager.
FROM alpine:3.22.2 AS server
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0
COPY --from=build /usr/local/bin/node /usr/local/bin/node
COPY --from=build /usr/lib/libstdc++.so.6 /usr/lib/libgcc_s.so.1 /usr/lib/
COPY --from=packages /app/package.json ./
COPY --from=packages /app/node_modules node_modules
COPY --from=production /app/build/server build/server
COPY --from=build /app/dist dist
USER 10001:10001
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=90s CMD ["node", "-e", "fetch(`http://127.0.0.1:${/\\d+/.exec(process.env.PORT) ?? 3000}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--enable-source-maps", "--max-semi-space-size=32", "build/server/server.js"]
