# The project's commands, thin: each line here is what you would type yourself.

SWIFT ?= swift
SECONDS ?= 60
MINUTES ?= 5
ARGS ?=

.PHONY: help libraries serve test lint fuzz bench sanitize soak chaos worst conformance proxy cluster cluster-short browser clients pictures examples sbom embedded wasm image version release-notes npm-package python-package documentation deb dist packages-check

help: ## what there is
	@sed -n 's/^\([a-z-]*\):[^#]*## /  make \1	/p' Makefile

libraries: ## install the C libraries where they are missing (apt)
	@Tests/Tools/install-libraries.sh

serve: libraries ## build for release and serve on 127.0.0.1:8080 (ARGS="--bind 127.0.0.1:9000")
	@[ -x .build/release/tatami ] || SWIFT="$(SWIFT)" Tests/Tools/first-build.sh || true
	@[ ! -e .build/wasm/tatami.wasm ] || Tests/Tools/wasm.sh --check || true
	$(SWIFT) build -c release --product tatami
	@exec .build/release/tatami serve $(ARGS)

test: libraries ## every test
	$(SWIFT) test

lint: ## the formatter's rules, as errors, and habits of bad prose
	$(SWIFT) format lint --strict --parallel --recursive Package.swift Sources Tests
	@Tests/Tools/prose.py

sanitize: libraries ## the suites that hold threads or parse bytes, under Thread- and AddressSanitizer
	@Tests/Tools/sanitize.sh thread address

fuzz: ## every fuzz target for SECONDS=60 (ARGS="RequestParser" for one)
	@Tests/Tools/fuzz.sh $(SECONDS) $(ARGS)

bench: libraries ## what it costs (ARGS="--quick --json FILE --only process|loopback"; "--table PEERS": README's; "--quick --baseline Tests/Bench/baseline.json": beside earlier figures)
	$(SWIFT) build -c release --product tatami
	$(SWIFT) build -c release --product tatami-bench
	@Tests/Bench/bench.py $(ARGS)

soak: libraries ## mixed traffic for MINUTES=5: nothing may be left behind
	@Tests/Tools/soak.py --minutes $(MINUTES) $(ARGS)

chaos: libraries ## kills, drains and clients that leave
	@Tests/Tools/chaos.py $(ARGS)

worst: libraries ## the worst documents and queries known: CPU, memory (ARGS="--quick --only badges --container")
	@Tests/Worst/worst.py $(ARGS)

conformance: libraries ## schemathesis against openapi.yaml, clients generated of it, slowhttptest against the deadlines
	@Tests/Tools/conformance.sh $(ARGS)

proxy: libraries ## behind a real nginx, over TCP and a unix socket
	@Tests/Tools/proxy.py $(ARGS)

cluster: libraries ## three of them, a store and real fronts, while some are killed and hung (long)
	@Tests/Cluster/install-peers.sh
	@Tests/Cluster/cluster.py $(ARGS)

cluster-short: libraries ## the same in under four minutes
	@Tests/Cluster/install-peers.sh
	@Tests/Cluster/cluster.py --short $(ARGS)

browser: libraries ## the playground and the clients in a headless Chromium (ARGS=FOLDER: screenshots; ARGS=--bench: measure pages)
	$(SWIFT) build -c release --product tatami
	@Tests/Browser/run.sh .build/release/tatami $(ARGS)

clients: ## the npm package: .build/tatami-client.tgz, which `npm i FILE` takes without a network
	@Packaging/npm.sh

examples: libraries ## the recipes, and every file under Examples with its own tool
	@Tests/Tools/examples.py $(ARGS)

embedded: ## compile the libraries of the engine for pages with Embedded Swift, without building the module (two minutes)
	@Tests/Tools/wasm.sh --embedded

wasm: ## build .build/wasm/tatami.wasm, the engine for pages, which the next build of the service embeds (100 s)
	@Tests/Tools/install-libraries.sh --wasm
	@Tests/Tools/wasm.sh

image: ## build the container's image with Docker or Podman, and print its digest (IMAGE=tatami, ARGS="--platform linux/arm64")
	@Tests/Tools/image.sh $(ARGS)

sbom: libraries ## what the program is made of, as SPDX 2.3: .build/tatami.spdx.json
	@Tests/Tools/sbom.py $(ARGS)

version: ## print the version, or set it everywhere (ARGS=0.2.0)
	@Tests/Generators/version.py $(if $(ARGS),set $(ARGS))
	@$(if $(ARGS),Tests/Generators/openapi.py generate && Tests/Generators/reference.py generate)

release-notes: ## print the changelog's section about the version
	@Tests/Generators/version.py notes

npm-package: clients ## the npm package, named by its version: .build/npm-package
	mkdir -p .build/npm-package
	cp .build/tatami-client.tgz .build/npm-package/tatami-client-$(file <VERSION).tgz

python-package: ## the Python package's sdist and wheel: .build/python-package (needs `pip install build`)
	python3 -m build --outdir .build/python-package Clients/python

documentation: libraries ## the documentation of the Swift libraries and LayoutService: .build/documentation
	@Tests/Tools/documentation.sh

deb: libraries wasm ## a Debian package of the program, its unit and its manual pages: .build/dist/tatami_VERSION_ARCH.deb
	@Packaging/deb.sh

dist: libraries wasm ## a tarball of one program that needs nothing but glibc: .build/dist/tatami-VERSION-linux-ARCH.tar.gz
	@Packaging/dist.sh

packages-check: ## install both in a new Debian 12 and have them serve (as root, after make deb dist)
	@Packaging/check.sh deb
	@Packaging/check.sh dist

pictures: libraries ## draw the pictures of README and LayoutRules anew, from their documents
	$(SWIFT) build -c release --product tatami
	@Tests/Generators/pictures.sh .build/release/tatami
