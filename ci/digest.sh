#!/bin/sh
# The digest in the comments that plan.sh made; reads them from standard input, one after the other.
#   sh ci/digest.sh [ACCOUNT]
# ACCOUNT is the name in the first line of a comment: an account, or a set such as `all accounts`. Only comments of that
# name count, and of them the last one: if it has no digest, there is none. Without ACCOUNT all comments must have the
# same name. Prints nothing where there is no digest. Ends with 0, or with 1: comments of different names.
set -eu
WANTED=${1:-} LC_ALL=C awk '
  BEGIN {
    for (code = 32; code < 127; code++) codes[sprintf("%c", code)] = code
    wanted = ENVIRON["WANTED"]
    # As in the comment: what Markdown could take for something else is written as its code point.
    for (at = 1; at <= length(wanted); at++) {
      sign = substr(wanted, at, 1)
      name = name ((sign in codes) && sign !~ /[A-Za-z0-9 .:*\/_,^-]/ ? sprintf("U+%X", codes[sign]) : sign)
    }
  }
  { sub(/\r$/, "") }
  # Text that others wrote is inside fences only: there nothing counts.
  /^```/ { inside = !inside; next }
  inside { next }
  /^<!-- adwright plan: .* -->$/ {
    current = substr($0, 21, length($0) - 24)
    counts = wanted == "" || current == name
    if (!counts) next
    if (seen && current != last) {
      printf "digest.sh: these are comments of %s and of %s: name one of them.\n", last, current >"/dev/stderr"
      failed = 1
      exit 1
    }
    seen = 1
    last = current
    digest = ""
    next
  }
  counts && digest == "" && /^Digest: `[0-9a-f]+`/ {
    split($0, parts, "`")
    digest = parts[2]
  }
  END {
    if (failed) exit 1
    if (digest != "") print digest
  }
'
