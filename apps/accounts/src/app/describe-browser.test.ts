import { expect, it } from 'vitest';
import { describeBrowser } from './describe-browser.ts';

it.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/143.0.0.0 Safari/537.36 Edg/143.0.1',
    'Edge 143 · Windows',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/26.1 Safari/605.1.15',
    'Safari 26 · macOS',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1',
    'Safari 18 · iOS',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox 145 · Linux'],
  ['Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 Chrome/143.0.0.0 Mobile Safari/537.36', 'Chrome 143 · Android'],
  ['curl/8', null],
  ['', null],
])('%j is %j', (userAgent, described) => {
  expect(describeBrowser(userAgent)).toBe(described);
});
