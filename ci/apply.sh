#!/bin/sh
# After the merge: carry out what was reviewed, and nothing else.
#   sh ci/apply.sh DIGEST [flags of `adwright apply`]
# DIGEST is the one of the plan that was reviewed: `sh ci/digest.sh` takes it out of the comment.
# Leaves apply.txt in $ADWRIGHT_OUT. Ends as `adwright apply` does; 6: the plan made now is another one, nothing was sent.
set -eu
digest=${1:-}
if [ -z "$digest" ]; then
  echo 'apply.sh: no digest of a reviewed plan was given. Nothing was sent.' >&2
  exit 1
fi
shift
out=${ADWRIGHT_OUT:-.adwright/ci}
mkdir -p "$out"

code=0
# shellcheck disable=SC2086
${ADWRIGHT:-adwright} apply --expect "$digest" "$@" >"$out/apply.txt" || code=$?
cat "$out/apply.txt"
exit "$code"
