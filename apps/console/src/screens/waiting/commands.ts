import { commandLine as line } from '../../parts/command-line.ts';

const SHORT = 8;
const short = (id: string) => id.slice(0, SHORT);

/** What the answers on Waiting are on the command line. `tools/console-commands.test.ts` compares them with it. */
export const WAITING_COMMANDS = {
  approveSeen: () => line('device', 'approve', '--seen-while-report-only'),
  give: (login: string, hours: number, reason: string, application: string | null) =>
    line(
      ...['access', 'grant', login, '--hours', String(hours), '--reason', reason],
      ...(application === null ? [] : ['--application', application]),
    ),
  refuse: (id: string, reason: string) => line('access', 'refuse', short(id), '--reason', reason),
  second: (id: string) => line('access', 'approve', short(id)),
} as const;
