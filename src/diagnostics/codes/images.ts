import type { CodeFacts } from '../code-facts.js';

/** Images, and files on the web with --check-urls. */
export const IMAGE_CODES = {
  'image-path': {
    severity: 'error',
    summary: 'Not a usable image path',
    help: 'Write the path of a file relative to the manifest, with /.',
  },
  'image-not-found': {
    severity: 'error',
    summary: 'There is no such image file',
    help: 'Paths are relative to the manifest, and letter case counts.',
  },
  'image-outside-project': {
    severity: 'error',
    summary: 'The image is outside the project',
    help: 'Copy the file into the project. Links are followed, and what they point to must be inside as well.',
  },
  'image-not-a-file': {
    severity: 'error',
    summary: 'Not a regular file',
    help: 'Name the image file itself.',
  },
  'image-lfs-pointer': {
    severity: 'error',
    summary: 'The file is a Git LFS pointer, not the image',
    help: 'Run `git lfs pull`; in CI, check out with LFS switched on.',
  },
  'image-type': {
    severity: 'error',
    summary: 'The image type is not accepted here',
    help: 'Export the picture again as JPEG or PNG. The bytes count, not the name.',
  },
  'image-type-open': {
    severity: 'warning',
    summary: 'It is not known whether the service accepts this image type',
    help: 'The interface names no types of images here. JPEG and PNG are the safe ones; another type may be refused.',
  },
  'image-name': {
    severity: 'warning',
    summary: 'The file name does not match the image type',
    help: 'Rename the file. The bytes count.',
  },
  'image-broken': {
    severity: 'error',
    summary: 'The image is damaged',
    help: 'Export or download it again.',
  },
  'image-animated': {
    severity: 'error',
    summary: 'The image is animated',
    help: 'Export a still picture.',
  },
  'image-colour': {
    severity: 'warning',
    summary: 'The image uses print colours (CMYK)',
    help: 'The interface does not say whether it accepts them, and many programs show them wrongly. Export the image as RGB.',
  },
  'image-turned': {
    severity: 'warning',
    summary: 'The image is stored rotated, with an EXIF orientation',
    help: 'It is not known whether the service applies the orientation. Rotate the picture itself and export it without one.',
  },
  'image-pixels': {
    severity: 'error',
    summary: 'The image has an impossible size',
    help: 'Scale the picture down and export it again.',
  },
  'image-dimensions': {
    severity: 'error',
    summary: 'The image does not have the required size',
    help: 'Scale or crop the picture. Sizes are pixels of the decoded image.',
  },
  'image-bytes': {
    severity: 'error',
    summary: 'The image file is too large',
    help: 'Compress or scale the picture. The size of the file counts, not that of its base64 form.',
  },
  'image-bytes-near-limit': {
    severity: 'info',
    summary: 'The image file is near the limit',
    help: 'Make the file a little smaller to be sure: the interface does not say whether its K is 1000 or 1024 bytes.',
  },
  'remote-not-checked': {
    severity: 'warning',
    summary: 'The file on the web could not be checked',
    help: 'It may be fine. Check the address yourself: the service must be able to reach it from the public internet.',
  },
  'remote-bytes': {
    severity: 'error',
    summary: 'The file on the web is too large',
    help: 'Compress or shorten it, upload it again, and write its new address.',
  },
  'remote-type': {
    severity: 'error',
    summary: 'The file on the web has a type that is not accepted here',
    help: 'An address that answers with a page often leads to a log-in or to an error. Write the address of the file itself.',
  },
} as const satisfies Record<string, CodeFacts>;
