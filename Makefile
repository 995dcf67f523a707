# Entry point. On a fresh Debian 12 `make play` and `make test` install what they need.
# The build itself uses CMake presets (scripts/build); see CONTRIBUTING.md.

ARGS ?=
KEYS ?= rebirth ninja vividz luck granblue
GAMES ?= 20000
TIMES ?= 5
SEED ?= 1
TEST_PRESETS ?= release asan clang tiny
C_FILES = $(shell find include src tests tools fuzz examples -name '*.[ch]' 2>/dev/null)

all: ## build build/fuda
	@scripts/setup --check play
	@scripts/build release

play: ## install missing packages, build, and play in the terminal (ARGS='rebirth --seed 7')
	@scripts/setup play
	@scripts/build release
	@build/fuda play $(ARGS)

test: ## install missing packages, build and run all tests (TEST_PRESETS=release)
	@scripts/setup test
	@scripts/test $(TEST_PRESETS)

install: ## install program, library, header, manual and data under PREFIX=/usr/local (DESTDIR=)
	@scripts/setup --check play
	@scripts/build release all lib
	@cmake --install build --prefix $${PREFIX:-/usr/local} >/dev/null
	@echo "installed under $(DESTDIR)$${PREFIX:-/usr/local}"

soak: ## play GAMES checked games of each of KEYS, some under ASan, and properties TIMES=5 times as long
	@scripts/setup test
	@scripts/build release
	@scripts/build asan
	@scripts/build --tests debug
	@set -e; for key in $(KEYS); do \
	    build/fuda sim $$key --games $(GAMES) --seed $(SEED) --threads $$(nproc) --check; \
	    build-asan/fuda sim $$key --games $$(($(GAMES) / 20)) --seed $(SEED) --threads $$(nproc) --check; \
	done
	@set -e; for prop in build-debug/prop_*; do PROP_TIMES=$(TIMES) "$$prop"; done

million: all ## play a million checked random games of each game, one call each, and watch the memory (ARGS='--plain luck')
	@scripts/million $(ARGS)

kill: all ## kill the program at KILLS=200 random moments: no save and no base may be lost
	@KILLS=$${KILLS:-200} FUDA=build/fuda bash tests/cli/kill.sh

mutants: ## break the rules in COUNT=60 small ways, sampled by SEED=1, and list what no test notices (ARGS=vm)
	@scripts/setup test
	@scripts/mutants --count $${COUNT:-60} --seed $(SEED) $(ARGS)

bench: all ## measure speed (ARGS=rebirth)
	@build/fuda bench $(ARGS)

fresh: ## test `make play` and `make test` in a minimal Debian 12 (as root)
	@scripts/setup all
	@scripts/fresh $(ARGS)

lint: ## check coding rules
	@scripts/lint

format: ## format all C files with clang-format
	clang-format -i $(C_FILES)

tidy: all ## run clang-tidy
	clang-tidy --quiet -p build $(filter src/%.c,$(C_FILES))

fuzz: ## run every fuzz target for FUZZ_SECONDS=60 (ARGS=text)
	@scripts/setup all
	@scripts/fuzz $(ARGS)

docs: ## regenerate the generated pages of docs/
	@scripts/setup --check play
	@scripts/build release docs

clean: ## remove all build directories
	rm -rf build build-debug build-asan build-clang build-fuzz build-tiny

help: ## list the targets
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/\1|\2/p' Makefile | while IFS='|' read -r name text; do \
	    printf '  make %-8s %s\n' "$$name" "$$text"; \
	done

.PHONY: all play test install soak million kill mutants bench fresh lint format tidy fuzz docs clean help
