# The images are those of one release each, by tag; by content where you name the digest, which your
# registry tells (docker buildx imagetools inspect swift:6.3.1-bookworm):
#     SWIFT_DIGEST=sha256:… DEBIAN_DIGEST=sha256:… make image
# Debian's packages are the newest of its release, so that a build has its security updates;
# `make sbom` says which those are where it runs.
ARG SWIFT_DIGEST
ARG DEBIAN_DIGEST

# Build stage: the official Swift image. The Swift runtime goes into the binary, so that the run
# stage needs no Swift.
FROM swift:6.3.1-bookworm${SWIFT_DIGEST:+@${SWIFT_DIGEST}} AS build
# Without -o pipefail a pipeline whose first command fails passes.
SHELL ["/bin/bash", "-o", "pipefail", "-c"]
# Not pinned: Debian 12 has one version of each package, and a pin would keep its security updates out.
# hadolint ignore=DL3008
RUN apt-get update \
 && apt-get install -y --no-install-recommends \
      libevent-dev libhiredis-dev libdeflate-dev zlib1g-dev libssl-dev libjemalloc-dev \
      libharfbuzz-dev libicu-dev pkg-config \
      binaryen brotli \
 && rm -rf /var/lib/apt/lists/*
WORKDIR /build
# The dependencies first: they change less often than the sources.
COPY Package.swift ./
RUN swift package resolve
COPY . .
# The engine for pages, which the program embeds.
RUN Tests/Tools/wasm.sh
RUN swift build -c release --product tatami --static-swift-stdlib \
 && install -D --strip .build/release/tatami /out/tatami \
 && ldd /out/tatami | grep libjemalloc

# Run stage: the C libraries and one binary. Nothing is written to the file system.
FROM debian:12.12-slim${DEBIAN_DIGEST:+@${DEBIAN_DIGEST}}
# hadolint ignore=DL3008
RUN apt-get update \
 && apt-get install -y --no-install-recommends \
      libevent-2.1-7 libevent-core-2.1-7 libevent-pthreads-2.1-7 libhiredis0.14 libdeflate0 \
      zlib1g libssl3 libjemalloc2 libharfbuzz0b libicu72 libstdc++6 fonts-inter \
 && rm -rf /var/lib/apt/lists/*
COPY --from=build /out/tatami /usr/local/bin/tatami
COPY LICENSE NOTICE /usr/share/doc/tatami/
# `make image` adds what is known of the sources: version, commit, its time, where they are.
LABEL org.opencontainers.image.title="Tatami" \
      org.opencontainers.image.description="UICollectionView's layouts over HTTP" \
      org.opencontainers.image.licenses="Apache-2.0" \
      org.opencontainers.image.base.name="debian:12.12-slim"
USER 65532:65532
# 0.0.0.0:$PORT, unless TATAMI_BIND says otherwise: platforms that choose a port set PORT.
ENV PORT=8080
# Long enough for load balancers to notice that /readyz fails. `docker stop` kills after ten seconds unless it has
# another --timeout: TATAMI_SHUTDOWN_TIMEOUT (20 s) comes on top.
ENV TATAMI_DRAIN_DELAY=5
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=2s CMD ["tatami", "health"]
ENTRYPOINT ["tatami"]
CMD ["serve"]
