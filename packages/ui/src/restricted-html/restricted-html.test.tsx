// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { RestrictedHtml } from './restricted-html.tsx';

afterEach(cleanup);

function show(html: string): HTMLElement {
  const shown = render(<RestrictedHtml html={html} />).container.firstElementChild;
  if (!(shown instanceof HTMLElement)) throw new Error('nothing is shown');
  return shown;
}

it('shows lists, paragraphs and bold text [S5.010]', () => {
  const html = '<div><p><strong>Agreement</strong></p><ol><li><p>First.</p></li><li>Second.</li></ol></div>';
  expect(show(html).innerHTML).toBe(html);
});

it('reads what word processors write instead of characters', () => {
  expect(show('<p>&sect; 1 M&uuml;ller &amp; Söhne &#8211; &#x201C;a&#x201d; &unknown; &#0;</p>').textContent).toBe(
    '§ 1 Müller & Söhne – “a” &unknown; &#0;',
  );
});

it('makes an element of each of the five tags, and of no other tag of HTML [S5.010]', () => {
  const others = 'a abbr article b body br button code em form h1 hr html i iframe img input link meta object s script';
  const further = 'section small span style sub sup svg table td template textarea tr u ul video';
  const made = ['ol', 'li', 'div', 'p', 'strong', ...`${others} ${further}`.split(' ')].filter(
    (tag) => show(`<${tag}>a</${tag}>`).querySelector(tag) !== null,
  );
  expect(made).toEqual(['ol', 'li', 'div', 'p', 'strong']);
});

describe('shows as text and makes no element of [S5.010]', () => {
  it.each([
    '<script>alert(1)</script>',
    '<img src="x" onerror="alert(1)">',
    '<p onclick="alert(1)">a',
    '<P>a',
    '<p >a',
    '<a href="javascript:alert(1)">a',
    '&lt;script>',
    '<<p',
  ])('%s', (html) => {
    const shown = show(html);
    expect(shown.querySelectorAll('*')).toHaveLength(0);
    expect(shown.textContent).toBe(html.replace('&lt;', '<'));
  });
});

it('closes what is left open and drops what closes nothing', () => {
  expect(show('</ol><div><p><strong>a</div>b').innerHTML).toBe('<div><p><strong>a</strong></p></div>b');
});
