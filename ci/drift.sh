#!/bin/sh
# Every day: is the account still as it was left? Sends no write.
#   sh ci/drift.sh [flags of `adwright plan`]
# Leaves in $ADWRIGHT_OUT: drift.md and drift.txt. Ends with 0 (as left), 5 (drift), 4 (items in doubt) or 1 (error).
set -eu
out=${ADWRIGHT_OUT:-.adwright/ci}
mkdir -p "$out"
rm -f "$out/drift.md" "$out/drift.txt"

code=0
# shellcheck disable=SC2086
${ADWRIGHT:-adwright} plan --markdown "$out/drift.md" --fail-on drift "$@" >"$out/drift.txt" || code=$?
cat "$out/drift.txt"
exit "$code"
