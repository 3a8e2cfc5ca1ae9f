# The project's commands, thin: each line here is what you would type yourself.

SWIFT ?= swift
SECONDS ?= 60
ARGS ?=

.PHONY: help libraries serve test lint sanitize

help: ## what there is
	@sed -n 's/^\([a-z]*\):[^#]*## /  make \1	/p' Makefile

libraries: ## install the C libraries where they are missing (apt)
	@Tests/Tools/install-libraries.sh

serve: libraries ## build for release and serve on 127.0.0.1:8080 (ARGS="--bind 127.0.0.1:9000")
	$(SWIFT) build -c release --product tatami
	@exec .build/release/tatami serve $(ARGS)

test: libraries ## every test
	$(SWIFT) test

lint: ## the formatter's rules, as errors
	$(SWIFT) format lint --strict --parallel --recursive Package.swift Sources Tests

sanitize: libraries ## the suites that hold threads or parse bytes, under Thread- and AddressSanitizer
	@Tests/Tools/sanitize.sh thread address
