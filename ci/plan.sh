#!/bin/sh
# The pull request: check, plan, and leave a comment to be put there. Sends no write.
#   sh ci/plan.sh [flags of `adwright plan`]
# Leaves in $ADWRIGHT_OUT: plan.md (the comment; also when the manifests are at fault), plan.txt, and the plan as a page:
# plan.html, or with several accounts pages/ACCOUNT.html. A page holds account data.
# Ends as `adwright plan --fail-on guardrail` does: 0, 1 (error), 4 (items in doubt), 5 (a guardrail).
set -eu
out=${ADWRIGHT_OUT:-.adwright/ci}
mkdir -p "$out"
rm -rf "$out/plan.md" "$out/plan.txt" "$out/plan.html" "$out/pages"

case " $* " in
*" --accounts"* | *" --all-accounts"* | *" --changed-since"* | *" --shard"*) page=$out/pages ;;
*) page=$out/plan.html ;;
esac

code=0
# The limit leaves room for the link that comment.mjs puts in.
# ADWRIGHT may be several words, `npx --no-install adwright`.
# shellcheck disable=SC2086
${ADWRIGHT:-adwright} plan --markdown "$out/plan.md" --markdown-limit 65000 --html "$page" --fail-on guardrail "$@" >"$out/plan.txt" || code=$?
cat "$out/plan.txt"
exit "$code"
