#!/bin/sh
# A tour of the sandbox with nothing but curl: login, group, creative, keyword, app task, reports, pictures.
# Usage: curl-tour.sh BASE_URL ICON_PNG_BASE64 YESTERDAY. The fixture must hold keyword 80001234.
set -eu
base=$1 icon=$2 yesterday=$3

fail() {
  echo "FAILED: $1" >&2
  exit 1
}

# call PATH [name=value…]: posts a form, prints the reply.
call() {
  path=$1
  shift
  for field; do
    set -- "$@" --data-urlencode "$field"
    shift
  done
  curl -sS --fail -X POST -H "apiKey: sandbox" ${token:+-H "accessToken: $token"} \
    -H "Content-Type: application/x-www-form-urlencoded" "$@" "$base$path"
}

# want TEXT REPLY: the reply holds the text.
want() {
  case $2 in
    *"$1"*) ;;
    *) fail "$1 is not in $2" ;;
  esac
}

token=
reply=$(call /account/clientLogin username=sandbox passwd=sandbox)
token=$(printf %s "$reply" | sed -n 's/.*"accessToken":"\([^"]*\)".*/\1/p')
[ -n "$token" ] || fail "no token in $reply"
want '"balance":' "$(curl -sS --fail -H "apiKey: sandbox" -H "accessToken: $token" "$base/uc/account/getInfo")"

reply=$(call /ads/group/batchAdd 'groups=[{"campaignId":1001,"name":"秋季女鞋","price":1.2},{"campaignId":1001,"name":"","price":1}]')
want ',0],"failures":[{' "$reply"
group=$(printf %s "$reply" | sed -n 's/.*"groupIdList":\[\([0-9]*\),0\].*/\1/p')
[ -n "$group" ] || fail "no group id in $reply"

creatives='[[{"text":"新品","url":"https://m.example.com/new"},{"text":"特价","url":"https://m.example.com/sale"}]]'
want '"type":"sublinks"' "$(call /ads/richcreative/add "groupIdList=[$group]" "sublinks-mobile=$creatives")"
video="[{\"url\":\"https://www.example.com\",\"video_url\":\"https://v.example.com/1.mp4\",\"cover_img\":\"$icon\"}]"
want '"failures":[]' "$(call /ads/richcreative/add "groupIdList=[$group]" "video-computer=$video")"

want '"affectedRecords":1' "$(call /ads/keyword/update 'keywords=[{"id":80001234,"price":0.8,"status":"enable"}]')"
want '"price":"0.80"' "$(call /ads/keyword/getInfoByIdList 'idList=[80001234]')"
want '"tagList":[' "$(call /ads/tag/getlist)"
want '低竞价词包' "$(call /ads/tool/keywordPackage package_type=低竞价词包)"

app="[{\"title\":\"鞋城\",\"type\":\"iOS\",\"imageEncode\":\"$icon\",\"appUrl\":\"https://dl.example.com/shoes\"}]"
want '"appTaskId":' "$(call /ads/app/addTask "apps=$app")"
want '"title":"鞋城"' "$(call /ads/app/getAppList)"

want '"sublinkList":[{' "$(call /ads/report/sublink "startDate=$yesterday" "endDate=$yesterday" level=account)"
want '"richcreativeList":[{' "$(call /ads/report/richcreative "startDate=$yesterday" "endDate=$yesterday" type=mobile)"

reply=$(call /ads/pichouse/getPictureList source=richcreative)
want '"count":1,' "$reply"
picture=$(printf %s "$reply" | sed -n 's/.*"picId":"\([0-9]*\)".*/\1/p')
want "\"success\":[\"$picture\"]" "$(call /ads/pichouse/updateTags "data=[{\"picId\":\"$picture\",\"tags\":[\"封面\"]}]")"
want "\"successGroupIdList\":[$group]" "$(call /ads/group/unbindPictures "picList=[{\"groupId\":$group,\"picIdList\":[\"$picture\"]}]")"
echo "all fifteen operations answered"
