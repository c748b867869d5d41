import { expect, test } from 'vitest';
import { readCaller } from './caller.ts';

const id = 'cnbmglijjmmmdgkhgonehoohiannpofe';

test.each([
  ['Chromium', [`chrome-extension://${id}/`], id],
  ['Chromium on Windows', [`chrome-extension://${id}/`, '--parent-window=0'], id],
  [
    'Firefox',
    ['/home/ada/.mozilla/native-messaging-hosts/com.vestibule.workplace.json', 'workplace@vestibule.example'],
    'workplace@vestibule.example',
  ],
])('%s tells which extension asks', (_, words, extensionId) => {
  expect(readCaller(words)).toEqual({ kind: 'extension', extensionId });
});

test.each([
  [[]],
  [['check', '--policy', 'policy.json']],
  [['chrome-extension://short/']],
  [[`https://evil.example/chrome-extension://${id}/`]],
])('a person is taken for a person: %j', (words) => {
  expect(readCaller(words)).toEqual({ kind: 'person' });
});
