#!/bin/sh
# The pull request: check, plan, and leave a comment to be put there. Sends no write.
#   sh ci/plan.sh [flags of `adwright plan`]
# Leaves in $ADWRIGHT_OUT: plan.md (the comment; also when the manifests are at fault) and plan.txt.
# Ends as `adwright plan --fail-on guardrail` does: 0, 1 (error), 4 (items in doubt), 5 (a guardrail).
set -eu
out=${ADWRIGHT_OUT:-.adwright/ci}
mkdir -p "$out"
rm -f "$out/plan.md" "$out/plan.txt"

code=0
# ADWRIGHT may be several words, `npx --no-install adwright`.
# shellcheck disable=SC2086
${ADWRIGHT:-adwright} plan --markdown "$out/plan.md" --fail-on guardrail "$@" >"$out/plan.txt" || code=$?
cat "$out/plan.txt"
exit "$code"
