# syntax=docker/dockerfile:1
# The command, with git for the state's backend:
#   docker build --tag adwright .
#   docker run --rm --user "$(id -u)" --env ADWRIGHT_API_KEY … --volume "$PWD:/project" adwright plan
# This file was checked, but not built, and the base is named by its tag: in your registry, pin it by digest (NODE_IMAGE).
ARG NODE_IMAGE=node:22-bookworm-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY . .
RUN mkdir /out && npm pack --pack-destination /out

FROM ${NODE_IMAGE}
RUN apt-get update \
  && apt-get install --yes --no-install-recommends ca-certificates git \
  && rm -rf /var/lib/apt/lists/*
RUN --mount=type=bind,from=build,source=/out,target=/out \
  npm install --global --ignore-scripts --no-audit --no-fund /out/adwright-*.tgz && npm cache clean --force
# Not root; another user may take its place, with a home that it can write to.
ENV HOME=/tmp
USER node
WORKDIR /project
ENTRYPOINT ["adwright"]
CMD ["--help"]
