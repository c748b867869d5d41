import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { descendantsOf } from './descendants.ts';

test.skipIf(process.platform === 'win32')('finds what a process has started, and what that has', async () => {
  const shell = spawn('sh', ['-c', 'sh -c "sleep 60 & echo \\$!; wait" & echo $!; wait'], { detached: true });
  onTestFinished(() => void process.kill(-Number(shell.pid), 'SIGKILL'));
  let printed = '';
  shell.stdout.setEncoding('utf8');
  while (printed.trim().split('\n').length < 2) printed += String((await once(shell.stdout, 'data'))[0]);
  const pids = printed.trim().split('\n').map(Number);
  expect(descendantsOf(Number(shell.pid))).toEqual(expect.arrayContaining(pids));
  expect(descendantsOf(process.pid)).toEqual(expect.arrayContaining([shell.pid, ...pids]));
});
