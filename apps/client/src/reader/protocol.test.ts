import { READER_FACTS } from '@vestibule/checks';
import type { FactReading } from '@vestibule/contracts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { answerOf, parseAnswer, parseRequest, REQUEST_MAXIMUM_BYTES, requestFor } from './protocol.ts';

const reading: FactReading = { source: 'nft', readAt: '2026-11-23T09:00:00.000Z', value: { isOn: true } };

test('every name of the closed list can be asked for, and its request fits', () => {
  for (const facts of READER_FACTS) {
    expect(parseRequest(requestFor(facts))).toBe(facts);
    expect(requestFor(facts).length).toBeLessThan(REQUEST_MAXIMUM_BYTES);
  }
});

test.each([
  '1 firewall',
  '1 firewall\n\n',
  '1 firewall \n',
  '1  firewall\n',
  '01 firewall\n',
  '2 firewall\n',
  '1 /etc/shadow\n',
  '1 ../../etc/shadow\n',
  '1 firewall --root=/tmp\n',
  '1 Firewall\n',
  '1 constructor\n',
  '1 encryption\n',
  '\n',
  '',
])('%j asks for nothing', (line) => {
  expect(parseRequest(line)).toBeNull();
});

test('nothing but an exact request is one', () => {
  const requests = READER_FACTS.map(requestFor);
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (line) => {
      fc.pre(!requests.includes(line));
      expect(parseRequest(line)).toBeNull();
    }),
  );
});

test('an answer is taken for what was asked, and whole', () => {
  const line = answerOf('firewall', reading);
  expect(parseAnswer(line, 'firewall')).toEqual(reading);
  expect(parseAnswer(line, 'automaticUpdates')).toBeNull();
  expect(parseAnswer(line.slice(0, -1), 'firewall')).toBeNull();
  expect(parseAnswer(line + line, 'firewall')).toBeNull();
  expect(parseAnswer(line.replace('"version":1', '"version":2'), 'firewall')).toBeNull();
  expect(parseAnswer(line.replace('2026-11-23', 'someday'), 'firewall')).toBeNull();
});

test('no mangled answer is taken, and none makes it throw', () => {
  const line = answerOf('firewall', reading);
  fc.assert(
    fc.property(fc.nat(line.length - 1), fc.string({ minLength: 1, maxLength: 3 }), fc.string(), (at, text, other) => {
      const answer = parseAnswer(line.slice(0, at) + text + line.slice(at + text.length), 'firewall');
      if (answer !== null) expect(Object.keys(answer).toSorted()).toEqual(['readAt', 'source', 'value']);
      expect(parseAnswer(other, 'firewall')).toBeNull();
    }),
  );
});
