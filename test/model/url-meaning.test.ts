import { describe, expect, it } from 'vitest';
import { urlMeaning } from '../../src/model/index.js';

describe('urlMeaning', () => {
  it.each([
    ['letter case of the host', 'https://WWW.Example.com/A', 'https://www.example.com/A'],
    ['letter case of the scheme', 'HTTPS://a.cn/', 'https://a.cn/'],
    ['a slash for an empty path', 'https://a.cn', 'https://a.cn/'],
    ['a slash before the query', 'https://a.cn?x=1', 'https://a.cn/?x=1'],
    ['a slash at the end', 'https://a.cn/shoes', 'https://a.cn/shoes/'],
    ['a slash at the end before a query', 'https://a.cn/shoes/?k={keyword}', 'https://a.cn/shoes?k={keyword}'],
    ['the port of https', 'https://a.cn:443/x', 'https://a.cn/x'],
    ['the port of http', 'http://a.cn:80', 'http://a.cn/'],
    ['letter case of escapes', 'https://a.cn/%e5%a5%b3', 'https://a.cn/%E5%A5%B3'],
    ['escapes that need not be', 'https://a.cn/%7eb?q=%41', 'https://a.cn/~b?q=A'],
    ['Chinese characters in the path', 'https://a.cn/女鞋', 'https://a.cn/%E5%A5%B3%E9%9E%8B'],
    ['Chinese characters in the query', 'https://a.cn/?词=值', 'https://a.cn/?%E8%AF%8D=%E5%80%BC'],
    ['an international host', 'https://例子.中国/x', 'https://xn--fsqu00a.xn--fiqs8s/x'],
    ['dots in the path', 'https://a.cn/x/../b/./c', 'https://a.cn/b/c'],
    ['a bar and quotes', 'https://a.cn/?a|b="c"', 'https://a.cn/?a%7Cb=%22c%22'],
    ['several at once', 'HTTP://A.CN:80/%e5%a5%b3/', 'http://a.cn/女'],
    ['an app link', 'app://shoes/42/', 'app://shoes/42'],
  ])('is one with %s', (_, one, other) => {
    expect(urlMeaning(one)).toBe(urlMeaning(other));
  });

  it.each([
    ['the scheme', 'http://a.cn/', 'https://a.cn/'],
    ['the host', 'https://a.cn/', 'https://www.a.cn/'],
    ['another port', 'https://a.cn:444/', 'https://a.cn/'],
    ['the port of another scheme', 'http://a.cn:443/', 'http://a.cn/'],
    ['letter case of the path', 'https://a.cn/A', 'https://a.cn/a'],
    ['letter case of the query', 'https://a.cn/?k=A', 'https://a.cn/?k=a'],
    ['a placeholder and its escaped form', 'https://a.cn/{keyword}', 'https://a.cn/%7Bkeyword%7D'],
    ['letter case of a placeholder', 'https://a.cn/{keyword}', 'https://a.cn/{Keyword}'],
    ['an escaped slash', 'https://a.cn/a%2Fb', 'https://a.cn/a/b'],
    ['an escaped ampersand', 'https://a.cn/?a=1%26b=2', 'https://a.cn/?a=1&b=2'],
    ['an empty query', 'https://a.cn/?', 'https://a.cn/'],
    ['a fragment', 'https://a.cn/#a', 'https://a.cn/'],
    ['the order of parameters', 'https://a.cn/?a=1&b=2', 'https://a.cn/?b=2&a=1'],
    ['a slash at the end of a query', 'https://a.cn/?a=b/', 'https://a.cn/?a=b'],
    ['letter case in the place of an app link', 'app://Shoes', 'app://shoes'],
    ['nothing and a slash', '', '/'],
  ])('is another with %s', (_, one, other) => {
    expect(urlMeaning(one)).not.toBe(urlMeaning(other));
  });

  it.each(['', 'no address', 'https://a.cn/%', 'https://a.cn/%zz', 'https://[::1]:8080/x', 'https://a.cn/\ud800'])(
    'reads %j without a fault, and says the same of its own answer',
    (text) => {
      expect(urlMeaning(urlMeaning(text))).toBe(urlMeaning(text));
    },
  );
});
