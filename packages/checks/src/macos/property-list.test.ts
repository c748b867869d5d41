import { anyText } from '@vestibule/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parsePropertyList } from './property-list.ts';

const list = (body: string) => `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
${body}
</plist>
`;

test('every kind of value is read', () => {
  const text = list(`<dict>
	<key>on</key>
	<true/>
	<key>off</key>
	<false/>
	<key>count</key>
	<integer>-3</integer>
	<key>share</key>
	<real>0.5</real>
	<key>name</key>
	<string>Nadia &amp; Co. &lt;x&gt;</string>
	<key>empty</key>
	<string></string>
	<key>when</key>
	<date>2026-09-23T18:40:50Z</date>
	<key>bytes</key>
	<data>
	AAEC
	</data>
	<key>more</key>
	<array>
		<dict/>
		<array/>
		<string>x</string>
	</array>
</dict>`);
  expect(parsePropertyList(text)).toEqual({
    on: true,
    off: false,
    count: -3,
    share: 0.5,
    name: 'Nadia & Co. <x>',
    empty: '',
    when: '2026-09-23T18:40:50Z',
    bytes: '\n\tAAEC\n\t',
    more: [{}, [], 'x'],
  });
});

test.each([
  ['nothing', ''],
  ['words before it', `Getting global account policies\n${list('<true/>')}`],
  ['words behind it', `${list('<true/>')}x`],
  ['two values', list('<true/><true/>')],
  ['no value', list('')],
  ['an unknown element', list('<set/>')],
  ['a comment, which Apple’s tools do not write', list('<!-- on --><true/>')],
  ['text between elements', list('<array>x<true/></array>')],
  ['a key without a value', list('<dict><key>a</key></dict>')],
  ['a value without a key', list('<dict><true/></dict>')],
  ['a wrong end', list('<array><true/></dict>')],
  ['no end', list('<array><true/>')],
  ['a number that is none', list('<integer>0x10</integer>')],
  ['a half element', list('<array><tr</array>')],
  ['an entity declaration', `<!DOCTYPE plist [<!ENTITY x "y">]>${list('<string>&x;</string>')}`],
  ['a depth that no setting has', list('<array>'.repeat(5000) + '</array>'.repeat(5000))],
])('%s is no property list', (_, text) => {
  expect(parsePropertyList(text)).toBeNull();
});

test('names from outside stay names', () => {
  const parsed = parsePropertyList(list('<dict><key>__proto__</key><dict><key>on</key><true/></dict></dict>'));
  expect(typeof parsed === 'object' && parsed !== null && Object.hasOwn(parsed, '__proto__')).toBe(true);
  expect(({} as Record<string, unknown>)['on']).toBeUndefined();
});

test('no text throws or hangs', () => {
  fc.assert(fc.property(anyText(), (text) => parsePropertyList(text) === null));
  const parts = fc.constantFrom(
    '<dict>',
    '</dict>',
    '<key>',
    '</key>',
    '<true/>',
    '<array>',
    '</array>',
    'x',
    '&',
    ' ',
  );
  fc.assert(
    fc.property(fc.array(parts, { maxLength: 60 }), (pieces) => {
      expect(() => parsePropertyList(list(pieces.join('')))).not.toThrow();
    }),
  );
});
