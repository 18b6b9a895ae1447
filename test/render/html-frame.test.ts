import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { pageAssets } from '../../src/render/html/assets.js';
import { webLink } from '../../src/render/html/link.js';
import { html } from '../../src/render/html/markup.js';
import { jsonData, renderPage } from '../../src/render/html/page-frame.js';

describe('markup', () => {
  it('escapes what is put in, in text and in attributes', () => {
    const hostile = `"><img src=x onerror='a()'>&amp;`;
    expect(html`<p title="${hostile}">${hostile}</p>`.text).toBe(
      '<p title="&quot;&gt;&lt;img src=x onerror=&#39;a()&#39;&gt;&amp;amp;">&quot;&gt;&lt;img src=x onerror=&#39;a()&#39;&gt;&amp;amp;</p>',
    );
  });

  it('writes out what cannot be seen, in text and in attributes', () => {
    expect(html`<p title="${'a\u001b[31m'}">${'\u202eb\u0007\u009b'}</p>`.text).toBe(
      '<p title="a&lt;U+001B&gt;[31m">&lt;U+202E&gt;b&lt;U+0007&gt;&lt;U+009B&gt;</p>',
    );
  });

  it('takes markup, lists and numbers, and leaves out what is not there', () => {
    const items = ['a<b', 'c'].map((item) => html`<li>${item}</li>`);
    expect(html`<ul>${items}</ul>${undefined}${false}${0}`.text).toBe('<ul><li>a&lt;b</li><li>c</li></ul>0');
  });
});

describe('a link', () => {
  it.each(['https://shop.example.com/a?b=1&c=2', 'HTTP://example.com'])('is made of %s', (address) => {
    expect(webLink(address).text).toMatch(/^<a href="https?:\/\/[^"]+" rel="noreferrer" target="_blank">/i);
  });

  it.each([
    'javascript:alert(1)',
    ' https://example.com',
    'java\nscript:alert(1)',
    'data:text/html,<script>',
    'https:',
    'https://exa\tmple.com',
    '//example.com',
    'https://a b/',
    'file:///etc/passwd',
    'https://example.com/\ufe0f',
  ])('is not made of %j', (address) => {
    expect(webLink(address).text).not.toContain('<a');
  });
});

describe('a page', () => {
  it('allows its own script and style by their digests, and nothing from outside', async () => {
    const assets = await pageAssets();
    const text = renderPage(
      { title: '<b>', body: html`<main></main>`, script: 'plan-page', data: { d: 'AAAA' } },
      assets,
    );
    const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(text)?.[1]?.replaceAll('&#39;', "'");
    const hashOf = (element: RegExp) =>
      createHash('sha256')
        .update(element.exec(text)?.[1] ?? '')
        .digest('base64');
    expect(policy?.split('; ')).toEqual([
      "default-src 'none'",
      `style-src 'sha256-${hashOf(/<style>([\s\S]*?)<\/style>/)}'`,
      `script-src 'sha256-${hashOf(/<script>([\s\S]*?)<\/script>/)}'`,
      'img-src data:',
      "base-uri 'none'",
      "form-action 'none'",
    ]);
    expect(text).toContain('<title>&lt;b&gt;</title>');
    expect(text).toContain('<script type="text/plain" id="d">AAAA</script>');
    expect(assets.style.length + assets.scripts['plan-page'].length).toBeGreaterThan(1000);
  });

  it('has no script where it needs none', async () => {
    const text = renderPage({ title: 't', body: html`<p></p>` }, await pageAssets());
    expect(text).not.toContain('<script');
    expect(text).not.toContain('script-src');
  });

  it('holds no data that ends its element', async () => {
    const assets = await pageAssets();
    const page = (d: string) => renderPage({ title: 't', body: html``, data: { d } }, assets);
    expect(() => page('</script>')).toThrow(RangeError);
    expect(() => page('<!--<script>')).toThrow(RangeError);
    expect(page(jsonData({ name: '</script><!--' }))).toContain('{"name":"\\u003c/script>\\u003c!--"}');
  });
});
