import { companyConfigurationSchema } from '@vestibule/contracts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { describeEula, keepAllowedTags } from './eula.ts';

const eulaOf = (settings: object) =>
  describeEula({ configuration: companyConfigurationSchema.parse(settings) } as Parameters<typeof describeEula>[0]);

const BARE_TAG = /<\/?(?:ol|li|div|p|strong)>/g;

describe('the licence agreement', () => {
  test('that ships is a text of its own, of ol, li, div, p and strong alone [S7.013]', () => {
    const text = eulaOf({});
    expect(text.replaceAll(BARE_TAG, '')).not.toMatch(/[<>]/);
    for (const tag of ['ol', 'li', 'div', 'p', 'strong']) expect(text).toContain(`<${tag}>`);
    const opened = [...text.matchAll(/<(\w+)>/g)].map(([, tag]) => tag).toSorted();
    const closed = [...text.matchAll(/<\/(\w+)>/g)].map(([, tag]) => tag).toSorted();
    expect(opened).toEqual(closed);
    expect(text).toContain('Licence agreement for Workplace');
  });

  test('may be the company’s own, of which only the allowed tags stay, bare', () => {
    const eula =
      '<div class="x" onclick="steal()"><P>Ours</P><script>alert("<p>")</script><a href="javascript:1">link</a>' +
      '<strong style="color:red">bold</strong><!-- <li> --><img src=x onerror=alert(1)></div>';
    expect(eulaOf({ eula })).toBe('<div><p>Ours</p>link<strong>bold</strong></div>');
  });

  test.each([
    ['<p', '&lt;p'],
    ['a < b > c', 'a &lt; b &gt; c'],
    ['<<p>script>', '&lt;<p>script&gt;'],
    ['<scr<script>ipt>alert(1)</script>', '&lt;scr'],
    ['<p/onmouseover=x>', '<p>'],
    ['<pre>', ''],
    ['&lt;script&gt; &amp; &copy;', '&lt;script&gt; &amp; &copy;'],
    ['<style>p{}', ''],
    ['<svg><p>', ''],
    ['<!-->-->', ''],
  ])('reads %j as %j', (html, kept) => {
    expect(keepAllowedTags(html)).toBe(kept);
  });

  test('never lets another tag or an attribute through, whatever it is made of', () => {
    const pieces = fc.constantFrom(
      '<',
      '>',
      '/',
      '!',
      '--',
      'p',
      'strong',
      'script',
      'svg',
      ' ',
      '"',
      '=',
      'on',
      '\n',
      '\0',
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 60 }), (parts) => {
        expect(keepAllowedTags(parts.join('')).replaceAll(BARE_TAG, '')).not.toMatch(/[<>]/);
      }),
      { numRuns: 2000 },
    );
  });

  test.each(['<a', '<p ', '<script ', '<!--', '<svg>', '</script   '])(
    'takes no longer for 200 000 characters of %j',
    (piece) => {
      const start = performance.now();
      keepAllowedTags(piece.repeat(200_000 / piece.length));
      expect(performance.now() - start).toBeLessThan(1000);
    },
  );
});
