// Draws the images of the examples: shapes only, no text, so that no font of the machine shows in them.
// Run it with `node scripts/make-example-images.js`; the results are committed, and the example does not need it.
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';

const examples = join(dirname(fileURLToPath(import.meta.url)), '../examples');

/** Silhouettes in a box of 200 x 120, toes to the right. */
const shoes = {
  sneaker: (body, accent) => `
    <path fill="${body}" d="M20 94V50c0-9 10-13 17-7 9 8 20 5 27-6 4-7 13-8 18-2 17 22 43 32 74 36 20 3 31 10 31 23z"/>
    <path fill="${accent}" d="M20 66c14 10 34 12 50 6l10 22H20z"/>
    <rect x="15" y="91" width="176" height="15" rx="7" fill="#ffffff"/>
    <path stroke="#ffffff" stroke-width="5" stroke-linecap="round" d="M86 60l13-9M98 68l12-10M111 74l11-10"/>`,
  runner: (body, accent) => `
    <path fill="${body}" d="M16 84c0-16 3-30 8-40 6-6 13-5 17 1 10 8 24 4 33-7 6-6 14-6 18 0 16 22 40 30 70 34 18 3 29 9 32 22z"/>
    <path fill="none" stroke="${accent}" stroke-width="9" d="M40 88c20-6 34-22 44-44M62 90c20-6 32-18 42-34"/>
    <path fill="#ffffff" d="M8 92c8-8 22-10 40-8 40 6 90 12 150 8 2 10-8 16-22 16H30c-14 0-24-6-22-16z"/>`,
  hightop: (body, accent) => `
    <path fill="${body}" d="M34 10h46c3 24 12 40 30 48 24 6 50 10 66 18 8 6 11 12 11 20H34z"/>
    <circle cx="58" cy="44" r="13" fill="${accent}"/>
    <rect x="28" y="93" width="164" height="15" rx="7" fill="#ffffff"/>
    <path stroke="#ffffff" stroke-width="5" stroke-linecap="round" d="M84 34l-12 3M88 48l-12 4M97 60l-10 6M110 68l-8 8"/>`,
  heel: (body, accent) => `
    <path fill="${body}" d="M28 26c12-4 22 4 28 16 18 36 52 46 92 46 24 0 38 8 42 18h-46c-42 0-74-10-92-34l-5 36h-9l-6-42c-6-14-8-28-4-40z"/>
    <path fill="${accent}" d="M148 88c24 0 38 8 42 18h-50c-2-6 0-14 8-18z"/>`,
  boot: (body, accent) => `
    <path fill="${body}" d="M56 4h56c-3 32-2 50 10 60 20 7 52 8 62 26v8H54c5-32 5-64 2-94z"/>
    <rect x="54" y="4" width="60" height="12" rx="5" fill="${accent}"/>
    <path fill="#3b2a25" d="M50 96h136v12h-96l-6-4-2 8H52z"/>`,
  loafer: (body, accent) => `
    <path fill="${body}" d="M18 92c-2-20 2-34 10-40 18 10 40 14 64 10 40 2 82 6 92 30z"/>
    <path fill="${accent}" d="M88 62c16-2 32 0 46 6l-10 14c-12-6-26-8-42-6z"/>
    <path fill="#3b2a25" d="M14 91h176v10H64l-4 7H16z"/>`,
};

/** A shoe on a soft gradient with a shadow and two light discs. */
function scene({ width, height, from, to, shoe, body, accent }) {
  const scale = Math.min(width / 250, height / 165);
  const left = (width - 200 * scale) / 2;
  const top = (height - 116 * scale) / 2;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <defs><linearGradient id="g" x1="0" y1="0" x2="1" y2="1">
      <stop offset="0" stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient></defs>
    <rect width="${width}" height="${height}" fill="url(#g)"/>
    <circle cx="${width * 0.82}" cy="${height * 0.18}" r="${height * 0.34}" fill="#ffffff" opacity="0.16"/>
    <circle cx="${width * 0.12}" cy="${height * 0.88}" r="${height * 0.24}" fill="#ffffff" opacity="0.12"/>
    <ellipse cx="${width / 2}" cy="${top + 110 * scale}" rx="${92 * scale}" ry="${9 * scale}" fill="#000000" opacity="0.22"/>
    <g transform="translate(${left} ${top}) scale(${scale})">${shoes[shoe](body, accent)}</g></svg>`;
}

/** A certificate without a word on it: a frame, grey lines, a seal. */
function certificate(frame) {
  const lines = [150, 190, 230, 270, 310].map(
    (y, i) =>
      `<rect x="${i === 0 ? 170 : 90}" y="${y}" width="${i === 0 ? 260 : 420 - (i % 2) * 90}" height="14" fill="#c9ccd1"/>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="424">
    <rect width="600" height="424" fill="#fffdf6"/>
    <rect x="18" y="18" width="564" height="388" fill="none" stroke="${frame}" stroke-width="10"/>
    <rect x="34" y="34" width="532" height="356" fill="none" stroke="${frame}" stroke-width="2"/>
    <circle cx="300" cy="92" r="28" fill="${frame}" opacity="0.85"/>${lines.join('')}
    <circle cx="478" cy="330" r="44" fill="none" stroke="#c8102e" stroke-width="7" opacity="0.8"/>
    <circle cx="478" cy="330" r="14" fill="#c8102e" opacity="0.8"/></svg>`;
}

const showcase = { width: 400, height: 300 };
const square = { width: 300, height: 300 };
const icon = { width: 256, height: 256 };

/** Sizes: addRichCreatives for game images (121x75 to 363x225, 100K) and the cover (16:9, 225x126 advised). */
const images = {
  'shoe-store/ads/women/images/showcase-sneaker.jpg': scene({
    ...showcase,
    from: '#f7cfd8',
    to: '#a7c7e7',
    shoe: 'sneaker',
    body: '#f4f4f6',
    accent: '#d8dce4',
  }),
  'shoe-store/ads/women/images/showcase-heel.jpg': scene({
    ...showcase,
    from: '#ffd9c0',
    to: '#c0506b',
    shoe: 'heel',
    body: '#8c1c3a',
    accent: '#b3304f',
  }),
  'shoe-store/ads/women/images/showcase-boot.jpg': scene({
    ...showcase,
    from: '#e9d8b4',
    to: '#8a6a4a',
    shoe: 'boot',
    body: '#6b3f2a',
    accent: '#d9b382',
  }),
  'shoe-store/ads/women/images/showcase-loafer.jpg': scene({
    ...showcase,
    from: '#dfe7d3',
    to: '#6d8f77',
    shoe: 'loafer',
    body: '#1f3a34',
    accent: '#c9a24b',
  }),
  'shoe-store/ads/sports/images/mobile-running.jpg': scene({
    ...square,
    from: '#b8f2e6',
    to: '#1e6091',
    shoe: 'runner',
    body: '#ff6b35',
    accent: '#ffd23f',
  }),
  'shoe-store/ads/sports/images/mobile-basketball.jpg': scene({
    ...square,
    from: '#ffc971',
    to: '#c44536',
    shoe: 'hightop',
    body: '#283044',
    accent: '#ff9b42',
  }),
  'shoe-store/ads/sports/images/mobile-hiking.jpg': scene({
    ...square,
    from: '#d8e2dc',
    to: '#386641',
    shoe: 'boot',
    body: '#7f5539',
    accent: '#a7c957',
  }),
  'shoe-store/ads/sports/images/video-cover.jpg': scene({
    width: 450,
    height: 252,
    from: '#8ecae6',
    to: '#023047',
    shoe: 'runner',
    body: '#fb8500',
    accent: '#ffb703',
  }),
  'shoe-store/ads/men-and-kids/images/game-running.png': scene({
    width: 363,
    height: 225,
    from: '#c8b6ff',
    to: '#5a189a',
    shoe: 'runner',
    body: '#ff006e',
    accent: '#ffbe0b',
  }),
  'shoe-store/ads/men-and-kids/images/game-matching.png': scene({
    width: 242,
    height: 150,
    from: '#caffbf',
    to: '#3a86ff',
    shoe: 'sneaker',
    body: '#ffbe0b',
    accent: '#fb5607',
  }),
  'shoe-store/ads/apps/icon-android.png': scene({
    ...icon,
    from: '#ff8fa3',
    to: '#c9184a',
    shoe: 'sneaker',
    body: '#ffe5ec',
    accent: '#ffb3c1',
  }),
  'shoe-store/ads/apps/icon-ios.png': scene({
    ...icon,
    from: '#90e0ef',
    to: '#0077b6',
    shoe: 'sneaker',
    body: '#e0fbfc',
    accent: '#98c1d9',
  }),
  'shoe-store/ads/apps/copyright-registration.jpg': certificate('#9c6b1f'),
  'shoe-store/ads/apps/copyright-licence.jpg': certificate('#1f4e79'),
  'adopt/ads/images/icon.png': scene({
    ...icon,
    from: '#ffe5b4',
    to: '#e07a5f',
    shoe: 'loafer',
    body: '#3d405b',
    accent: '#f2cc8f',
  }),
  'adopt/ads/images/copyright.png': certificate('#5f7a61'),
};

for (const [path, svg] of Object.entries(images)) {
  const file = join(examples, path);
  await mkdir(dirname(file), { recursive: true });
  const picture = sharp(Buffer.from(svg)).flatten({ background: '#ffffff' });
  const encoded = path.endsWith('.png') ? picture.png({ palette: true, colours: 128 }) : picture.jpeg({ quality: 82 });
  const { width, height, size } = await encoded.toFile(file);
  console.log(`${path}  ${width}x${height}  ${size} bytes`);
}
