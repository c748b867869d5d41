import { commandLine } from '@vestibule/contracts';

const of = (act: string, names: readonly string[], options: readonly string[] = []) =>
  commandLine({ command: ['device', act], names, options });

/** What the acts on a computer are on the command line. `tools/console-commands.test.ts` compares them with it. */
export const COMPUTER_COMMANDS = {
  approve: (id: string) => of('approve', [id]),
  rename: (id: string, label: string) => of('rename', [id, label]),
  block: (id: string, reason: string) => of('block', [id], ['--reason', reason]),
  unblock: (id: string, reason: string) => of('unblock', [id], ['--reason', reason]),
  retire: (id: string) => of('retire', [id]),
} as const;
