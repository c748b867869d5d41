import type { ChangePort, Command } from '@vestibule/checks';
import { expect, test } from 'vitest';
import { withinRoot } from './within-root.ts';

function createSystem(rootFolder: string | null): { system: ChangePort; ran: Command[] } {
  const ran: Command[] = [];
  const missing = { ok: false, reason: 'missing', detail: '' } as const;
  const system: ChangePort = {
    operatingSystem: 'linux',
    user: { id: 1000, name: 'nadia', home: '/home/nadia' },
    environment: {},
    isElevated: false,
    now: () => new Date('2026-11-21T09:00:00Z'),
    rootFolder,
    readFile: async () => missing,
    listFolder: async () => missing,
    writeFile: async () => missing,
    removeFile: async () => missing,
    run: async (command) => {
      ran.push(command);
      return { ok: true, value: { code: 0, stdout: '', stderr: '' } };
    },
  };
  return { system, ran };
}

const nft: Command = { tool: 'nft', arguments: ['-f', '/etc/nftables.conf'], timeoutMs: 1000 };
const systemctl: Command = { tool: 'systemctl', arguments: ['--root=/tmp/scratch', 'enable', 'x'], timeoutMs: 1000 };

test('below another root folder, a tool that would change this computer is not run', async () => {
  const { system, ran } = createSystem('/tmp/scratch');
  const answer = await withinRoot(system).run(nft);
  expect(answer).toMatchObject({ ok: false, reason: 'not-supported' });
  expect(ran).toEqual([]);
});

test('below another root folder, a tool that is told that folder is run', async () => {
  const { system, ran } = createSystem('/tmp/scratch');
  expect(await withinRoot(system).run(systemctl)).toMatchObject({ ok: true });
  expect(ran).toEqual([systemctl]);
});

test.each([null, ''])('on the real system (%j) every tool is run', async (rootFolder) => {
  const { system, ran } = createSystem(rootFolder);
  await withinRoot(system).run(nft);
  expect(ran).toEqual([nft]);
});
