import { commandLine } from '@vestibule/contracts';

const SHORT = 8;
const short = (id: string) => id.slice(0, SHORT);

/** What the answers on Waiting are on the command line. `tools/console-commands.test.ts` compares them with it. */
export const WAITING_COMMANDS = {
  approveSeen: () => commandLine({ command: ['device', 'approve'], options: ['--seen-while-report-only'] }),
  give: (login: string, hours: number, reason: string, application: string | null) =>
    commandLine({
      command: ['access', 'grant'],
      names: [login],
      options: [
        ...['--hours', String(hours), '--reason', reason],
        ...(application === null ? [] : ['--application', application]),
      ],
    }),
  refuse: (id: string, reason: string) =>
    commandLine({ command: ['access', 'refuse'], names: [short(id)], options: ['--reason', reason] }),
  second: (id: string) => commandLine({ command: ['access', 'approve'], names: [short(id)] }),
} as const;
