import { describe, expect, it } from 'vitest';
import { parseXmlStrict } from './parse-xml-strict.ts';
import { withoutStall } from './testing/stall.ts';

function reasonOf(source: Uint8Array | string): string {
  const parsed = parseXmlStrict(source);
  return parsed.ok ? 'accepted' : parsed.reason;
}

describe('parseXmlStrict', () => {
  it.each([
    ['elements, attributes and text', '<a b="c"><d>e &amp; &#233; &#x1F600;</d></a>'],
    ['an XML declaration', '<?xml version="1.0" encoding="UTF-8"?>\n<a/>'],
    ['a bare XML declaration', '<?xml version="1.0"?><a/>'],
    ['a > inside an attribute', '<a b="x>y" c=\'"\'/>'],
    ['blanks in front of the root', ' \t\r\n<a/>'],
    ['the last character of Unicode', '<a>&#x10FFFF;&#1114111;</a>'],
  ])('takes %s', (_name, xml) => {
    expect(reasonOf(xml)).toBe('accepted');
  });

  it.each([
    ['a DOCTYPE', '<!DOCTYPE a><a/>', /DOCTYPE/],
    ['a lower-case doctype', '<!doctype a><a/>', /DOCTYPE/],
    ['an external entity', '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>', /DOCTYPE/],
    ['an entity bomb', '<!DOCTYPE a [<!ENTITY x "yyyy"><!ENTITY z "&x;&x;">]><a>&z;</a>', /DOCTYPE/],
    ['a DOCTYPE behind the root', '<a/><!DOCTYPE a>', /DOCTYPE/],
    ['an undeclared entity', '<a>&x;</a>', /Entities/],
    ['a bare ampersand', '<a>x & y</a>', /Entities/],
    ['an entity in an attribute', '<a b="&x;"/>', /Entities/],
    ['a comment', '<a>ad<!-- -->min</a>', /comments/],
    ['a comment in front of the root', '<!-- --><a/>', /comments/],
    ['CDATA', '<a><![CDATA[admin]]></a>', /CDATA/],
    ['a processing instruction', '<a><?p not-?>admin</a>', /instructions/],
    ['a style sheet', '<?xml-stylesheet href="x"?><a/>', /instructions/],
    ['a second declaration', '<?xml version="1.0"?><?xml version="1.0"?><a/>', /instructions/],
    ['version 1.1', '<?xml version="1.1"?><a/>', /instructions/],
    ['another encoding', '<?xml version="1.0" encoding="ISO-8859-1"?><a/>', /instructions/],
    ['UTF-7', '<?xml version="1.0" encoding="UTF-7"?><a/>', /instructions/],
    ['NUL', '<a>\0</a>', /character/],
    ['a reference to NUL', '<a>&#0;</a>', /character/],
    ['a reference to a surrogate', '<a>&#xD800;</a>', /character/],
    ['a reference past Unicode', '<a>&#x110000;</a>', /character/],
    ['a reference past Unicode, in decimals', '<a>&#1114112;</a>', /character/],
    ['a forbidden reference behind allowed ones', '<a>&amp;&#65;&#x41;&#1;</a>', /character/],
    ['an entity behind allowed references', '<a>&amp;&#65;&#x41;&x;</a>', /Entities/],
    ['a lone surrogate', '<a>\ud800</a>', /character/],
    ['a byte order mark', '\ufeff<a/>', /begin/],
    ['text in front of the root', 'x<a/>', /begin/],
    ['nothing', '', /begin/],
    ['two roots', '<a/><b/>', /well-formed/],
    ['an unclosed tag', '<a', /well-formed/],
    ['an unclosed quote', '<a b="c></a>', /well-formed/],
    ['an unclosed element', '<a><b></a>', /well-formed/],
    ['an attribute twice', '<a b="1" b="2"/>', /well-formed/],
    ['an attribute without a value', '<a b/>', /well-formed/],
    ['a < inside an attribute', '<a b="<"/>', /well-formed/],
    ['a name beyond ASCII', '<é/>', /well-formed/],
    ['a name that xmldom 0.8 reads otherwise', '<a b\u{10000}="1"/>', /well-formed/],
    ['a blank that is none in XML', '<a\u0085b="1"/>', /well-formed/],
    ['a prefix without a namespace', '<x:a/>', /well-formed/],
  ])('refuses %s', (_name, xml, reason) => {
    expect(reasonOf(xml)).toMatch(reason);
    expect(reasonOf(Buffer.from(xml, 'utf8'))).not.toBe('accepted');
  });

  it('refuses what is not UTF-8', () => {
    expect(reasonOf(Buffer.from('<a>é</a>', 'latin1'))).toMatch(/UTF-8/);
    expect(reasonOf(Buffer.from('\ufeff<a/>', 'utf16le'))).not.toBe('accepted');
    expect(reasonOf(Buffer.from([0x3c, 0x61, 0x3e, 0xc0, 0xbc, 0x3c, 0x2f, 0x61, 0x3e]))).toMatch(/UTF-8/);
  });

  it('keeps line separators that XML 1.0 keeps', () => {
    const parsed = parseXmlStrict('<a>\u2028\u0085\r\n</a>');
    expect(parsed.ok && parsed.document.documentElement?.textContent).toBe('\u2028\u0085\n');
    const bare = parseXmlStrict('<a>1\r2\r\r\n3</a>');
    expect(bare.ok && bare.document.documentElement?.textContent).toBe('1\n2\n\n3');
  });

  it.each([
    ['65 536 bytes', `<a>${'x'.repeat(65_529)}</a>`],
    ['32 levels', `${'<a>'.repeat(32)}${'</a>'.repeat(32)}`],
    ['32 levels with an empty element at the bottom', `${'<a>'.repeat(32)}<b/><b c="d"/>${'</a>'.repeat(32)}`],
    ['100 elements side by side', `<a>${'<b>/</b><b/>'.repeat(50)}</a>`],
    ['512 elements', `<a>${'<b></b>'.repeat(511)}</a>`],
    ['64 attributes', `<a ${Array.from({ length: 32 }, (_, index) => `b${index}="" c${index}=''`).join(' ')}/>`],
  ])('takes as much as the limits say: %s', (_name, xml) => {
    expect(reasonOf(xml)).toBe('accepted');
    expect(reasonOf(Buffer.from(xml))).toBe('accepted');
  });

  it.each([
    ['65 537 bytes', `<a>${'x'.repeat(65_530)}</a>`, /large/],
    ['65 537 bytes in 22 000 characters', `<a>${'€'.repeat(21_844)}</a>`, /large/],
    ['33 levels', `${'<a>'.repeat(33)}${'</a>'.repeat(33)}`, /deeply/],
    ['10 000 levels', '<a>'.repeat(9000), /deeply/],
    ['513 elements', `<a>${'<b/>'.repeat(512)}</a>`, /elements/],
    ['65 attributes', `<a ${Array.from({ length: 65 }, (_, index) => `b${index}=""`).join(' ')}/>`, /attributes/],
    ['8 000 attributes', `<a ${Array.from({ length: 8000 }, (_, index) => `${index}=''`).join(' ')}/>`, /attributes/],
  ])('refuses %s before a parser sees it, at once', (_name, xml, reason) => {
    expect(withoutStall(() => reasonOf(xml))).toMatch(reason);
    expect(withoutStall(() => reasonOf(Buffer.from(xml)))).toMatch(reason);
  });
});
