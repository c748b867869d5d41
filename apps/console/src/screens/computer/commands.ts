import { commandLine as line } from '../../parts/command-line.ts';

/** What the acts on a computer are on the command line. `tools/console-commands.test.ts` compares them with it. */
export const COMPUTER_COMMANDS = {
  approve: (id: string) => line('device', 'approve', id),
  rename: (id: string, label: string) => line('device', 'rename', id, label),
  block: (id: string, reason: string) => line('device', 'block', id, '--reason', reason),
  unblock: (id: string, reason: string) => line('device', 'unblock', id, '--reason', reason),
  retire: (id: string) => line('device', 'retire', id),
} as const;
