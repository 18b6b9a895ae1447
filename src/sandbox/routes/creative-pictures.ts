import type { Call } from '../call/call.js';
import type { DecodedImage } from '../rules/image.js';

/** Images of creatives appear in the library, bound to the group; the same image is one picture. */
export function bringPictures(call: Call, groupId: string, images: readonly DecodedImage[]): void {
  const time = call.clock.text();
  const word = call.options.creativePictureSource;
  const source = word === 'richcreative' ? call.settings.richCreativeWord : word;
  for (const image of images) {
    const known = call.account.pictureWith(image.sha256);
    if (known !== undefined) {
      if (known.groupIds.includes(groupId)) continue;
      const groupIds = [...known.groupIds, groupId];
      call.commit([['pictures', known.id, { groupIds, addTime: time, updateTime: time }]]);
      continue;
    }
    const id = call.account.newId('pictures');
    const picture = {
      id,
      picUrl: `https://img.example.com/pic/${image.sha256.slice(0, 24)}.${image.format === 'jpeg' ? 'jpg' : image.format}`,
      width: String(image.width),
      height: String(image.height),
      tags: [],
      source,
      addTime: time,
      updateTime: time,
      groupIds: [groupId],
      sha256: image.sha256,
    };
    call.commit([['pictures', id, picture]]);
  }
}
