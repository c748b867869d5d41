import { expect, test } from 'vitest';
import { CLIENT_SENTENCES, say } from './client-sentences.ts';

test('the places of a sentence are filled in, and what fills them is left as it is', () => {
  expect(say('To take it back, run: {commands}', { commands: 'echo $& {commands}' })).toBe(
    'To take it back, run: echo $& {commands}',
  );
  expect(say('{count} minutes', { count: 15 })).toBe('15 minutes');
  expect(say('Fixed')).toBe('Fixed');
});

test('every sentence stands in the list once', () => {
  expect(new Set(CLIENT_SENTENCES).size).toBe(CLIENT_SENTENCES.length);
});

test('a sentence begins with words of its own, so that a page knows it again', () => {
  const vague = CLIENT_SENTENCES.filter((sentence) => sentence.startsWith('{') && !sentence.startsWith('{count} '));
  expect(vague).toEqual([]);
});
