import { createRequire } from 'node:module';
import { anyText, propertyRuns } from '@vestibule/testing';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ALLOWED_TAGS, sanitizeHtml } from './sanitize-html.ts';

/** As much of a browser's document as these tests look at. */
interface HtmlElement {
  readonly localName: string;
  readonly attributes: { readonly length: number };
  innerHTML: string;
  querySelectorAll(selector: string): Iterable<HtmlElement>;
}
interface Jsdom {
  readonly JSDOM: new (
    html: string,
  ) => { readonly window: { readonly document: { createElement(name: string): HtmlElement } } };
}

// It comes without types of its own.
const { JSDOM } = createRequire(import.meta.url)('jsdom') as Jsdom;
const { window } = new JSDOM('<!doctype html>');

/** What a browser makes of a text that a page puts into an element, written out again by the browser itself. */
function asInBrowser(
  html: string,
  times = 1,
): { readonly tags: Set<string>; readonly attributes: number; readonly html: string } {
  let text = html;
  const host = window.document.createElement('div');
  for (let round = 0; round < times; round += 1) {
    host.innerHTML = text;
    text = host.innerHTML;
  }
  const elements = [...host.querySelectorAll('*')];
  return {
    tags: new Set(elements.map(({ localName }) => localName)),
    attributes: elements.reduce((sum, { attributes }) => sum + attributes.length, 0),
    html: text,
  };
}

function expectHarmless(source: string): void {
  const { html } = sanitizeHtml(source);
  // Three times: what is harmless must not become something else by being read and written.
  const seen = asInBrowser(html, 3);
  expect([...seen.tags].filter((tag) => !(ALLOWED_TAGS as readonly string[]).includes(tag))).toEqual([]);
  expect(seen.attributes).toBe(0);
  expect(seen.html).toBe(html);
  expect(sanitizeHtml(html)).toEqual({ html, removed: [] });
}

describe('a licence agreement', () => {
  test.each([
    ['<p>One</p><p>Two</p>', '<p>One</p><p>Two</p>'],
    ['<ol><li>One<li>Two</ol>', '<ol><li>One</li><li>Two</li></ol>'],
    ['<div><strong>Note</strong> well</div>', '<div><strong>Note</strong> well</div>'],
    ['Tom &amp; Jerry &lt;3 &nbsp;€', 'Tom &amp; Jerry &lt;3 &nbsp;€'],
  ])('that is made of what is allowed stays: %s', (source, wanted) => {
    expect(sanitizeHtml(source)).toEqual({ html: wanted, removed: [] });
  });

  test.each([
    ['<h1>Terms</h1>text', '<div>Terms</div>text', ['line 1, column 1: <h1> is written as <div>.']],
    ['<b>bold</b>', '<strong>bold</strong>', ['line 1, column 1: <b> is written as <strong>.']],
    ['<p>a\n<em>b</em></p>', '<p>a\nb</p>', ['line 2, column 1: <em> is left out, its text stays.']],
    ['<p class="x">a</p>', '<p>a</p>', ['line 1, column 1: The attribute class of <p> is left out.']],
    ['a<!-- b -->c', 'ac', ['line 1, column 2: A comment is left out.']],
    ['a<script>b()</script>c', 'ac', ['line 1, column 2: <script> is left out with all that is in it.']],
    ['<a href="javascript:x()">a</a>', 'a', ['line 1, column 1: <a> is left out, its text stays.']],
  ])('that is not says what became of it: %s', (source, html, removed) => {
    expect(sanitizeHtml(source)).toEqual({ html, removed });
  });
});

/** Texts that got past sanitisers which looked at the text, or wrote what they had not understood. */
const HOSTILE = [
  '<img src=x onerror=alert(1)>',
  '<svg><script>alert(1)</script></svg>',
  '<svg></p><style><a id="</style><img src=1 onerror=alert(1)>">',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<math><mtext><table><mglyph><style><math><img src onerror=alert(1)></style>',
  '<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<template><img src=x onerror=alert(1)></template>',
  '<title><img src=x onerror=alert(1)></title>',
  '<textarea><img src=x onerror=alert(1)></textarea>',
  '<xmp><img src=x onerror=alert(1)></xmp>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<noembed><p title="</noembed><img src=x onerror=alert(1)>">',
  '<select><template><style><!--</style><a rel="--></style></template></select><img src onerror=alert(1)>">',
  '<plaintext><p>all of this is text</p>',
  '<p><p><p><strong><p>x',
  '<li><li><ol><p></li></ol></p>',
  '<strong><div><strong></div></strong>',
  '<div><table><div>x</table></div>',
  '<![CDATA[<img src=x onerror=alert(1)>]]>',
  '<!DOCTYPE html><html><head><base href="//evil"></head><body onload=alert(1)>x',
  '<div onclick="alert(1)" style="background:url(javascript:alert(1))">x</div>',
  '<strong/onmouseover=alert(1)>x',
  '<p\u0000onclick=alert(1)>x\u0000y',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '<<p>script>alert(1)<</p>/script>',
  '</p></div></strong><p>',
  '<svg><desc><p><style><!--</style><img src=x onerror=alert(1)>--></style></desc></svg>',
  '<object data="javascript:alert(1)"><p>x</p></object>',
  '<a><p><a><p></a></p></a>',
];

describe('a browser reads nothing but the five elements, without attributes', () => {
  test.each(HOSTILE)('from %s', (source) => {
    expectHarmless(source);
  });

  test('however the elements are mixed up', () => {
    const tags = [
      'p',
      'div',
      'ol',
      'li',
      'strong',
      'b',
      'a',
      'table',
      'td',
      'form',
      'svg',
      'math',
      'style',
      'select',
      'template',
      'mtext',
      'title',
      'button',
      'h1',
      'br',
    ];
    const piece = fc.oneof(
      fc.constantFrom(...tags).map((tag) => `<${tag}>`),
      fc.constantFrom(...tags).map((tag) => `</${tag}>`),
      fc.constantFrom(
        'x',
        '&lt;',
        '&amp;',
        '<!--',
        '-->',
        '<![CDATA[',
        ']]>',
        ' onclick=x ',
        '"',
        "'",
        '&#0;',
        '\u00a0',
      ),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => expectHarmless(pieces.join(''))),
      { numRuns: propertyRuns(400) },
    );
  });

  test('from any text at all', () => {
    fc.assert(
      fc.property(anyText({ maxLength: 200 }), (text) => expectHarmless(text)),
      { numRuns: propertyRuns(200) },
    );
  });

  test('from what is nested deeper than anybody means', () => {
    expectHarmless(`${'<div>'.repeat(2000)}x${'</div>'.repeat(2000)}`);
    expectHarmless('<strong><p>'.repeat(500));
  });
});
