import { expect, test } from 'vitest';
import { noteOnDatabase, readStartOptions } from './options.ts';

test.each([
  ['VESTIBULE_HOST', '0.0.0.0'],
  ['VESTIBULE_HOST', '192.168.1.4'],
  ['VESTIBULE_PUBLIC_URL', 'https://gate.example.com'],
  ['VESTIBULE_PUBLIC_URL', 'gate.example.com'],
  ['VESTIBULE_PUBLIC_URL', 'gate.example.com:8080'],
])('the trial refuses to be opened to others: %s=%s', (name, value) => {
  expect(readStartOptions([], { [name]: value })).toEqual({
    kind: 'wrong',
    sentence: expect.stringMatching(new RegExp(`^${name} names another place than this computer, .*vestibule setup`)),
  });
});

test('what names this computer is no trouble, and is what it is anyway', () => {
  const environment = { VESTIBULE_HOST: '127.0.0.1', VESTIBULE_PUBLIC_URL: 'http://localhost:8080', PORT: '8090' };
  expect(readStartOptions(['--no-browser'], environment)).toMatchObject({
    kind: 'options',
    options: { port: 8090, opensBrowser: false },
  });
});

test('what is set for another database is named, and what to do', () => {
  expect(noteOnDatabase({ PORT: '8090' })).toBeNull();
  const note = noteOnDatabase({ DATABASE_URL: 'postgresql://secret@db/x', VESTIBULE_WORKERS: '2' });
  expect(note).toContain('does not use DATABASE_URL and VESTIBULE_WORKERS.');
  expect(note).toContain('vestibule setup');
  expect(note).not.toContain('secret');
});
