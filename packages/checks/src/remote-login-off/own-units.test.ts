import { expect, test } from 'vitest';
import { createFakeSystem } from '../fake-system.ts';
import { findServers } from './own-units.ts';

test.each([
  ['/etc/init.d/helper start', false, ['helper']],
  ['/opt/own/start', false, ['helper']],
  // What runs is heard.
  ['/opt/own/start', true, []],
  ['/usr/bin/helper', false, []],
])('a script that names a server for signing in, %s: %s', async (command, isActive, expected) => {
  const asked: string[] = [];
  const grep = ({ arguments: words }: { readonly arguments: readonly string[] }) => {
    asked.push(...words.slice(words.indexOf('--') + 1));
    return words[0] === '-lIE' ? `${words.at(-1)}\n` : '';
  };
  const execStart = `{ path=${command.split(' ')[0]} ; argv[]=${command} ; ignore_errors=no ; pid=0 }`;
  const units = [{ name: 'helper', isActive, command: execStart }];
  const { found, unknown } = await findServers(createFakeSystem({ commands: { grep } }), units);
  expect([found, unknown.map(({ name }) => name)]).toEqual([[], expected]);
});
