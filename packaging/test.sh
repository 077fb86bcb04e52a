#!/bin/sh
# Runs the tests. The first time it installs what they need and fetches the models (2 GB).
# Arguments go to pytest: sh packaging/test.sh tests/widgets -k stepper
# GALLEY_TEST_WORKERS says how many files are tested at once; windows wait more than they work, so two cores take two.
set -eu
cd "$(dirname "$0")/.."
. packaging/environment.sh

install_galley dev

if ! "$venv/bin/python" packaging/fetch_models.py >/dev/null || ! "$venv/bin/python" packaging/fetch_models.py --f16 >/dev/null; then
    [ -z "${CI:-}" ] || fail "the tests need the models, and some could not be fetched"
    say 'Going on without some of the models: the tests that need them are skipped.'
fi

status=0
"$venv/bin/python" -m pytest --numprocesses "${GALLEY_TEST_WORKERS:-2}" --dist loadfile "$@" || status=$?
[ "$status" -eq 1 ] || exit "$status"

# Windows, processes and models are real here, and so is a machine that is busy with something else: what failed is
# tried once more by itself. Passing then does not make it good; the names above are worth a look.
say 'Some tests failed. Trying those once more, by themselves.'
exec "$venv/bin/python" -m pytest --last-failed --last-failed-no-failures none "$@"
