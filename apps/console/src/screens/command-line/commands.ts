import { commandLine } from '@vestibule/contracts';

/** Commands that the page shows; `tools/console-commands.test.ts` compares them with the command line. */
export const COMMAND_LINE_COMMANDS = {
  login: (gate: string) => commandLine({ command: ['login'], options: ['--url', gate] }),
  status: () => commandLine({ command: ['status'] }),
  logout: () => commandLine({ command: ['logout'] }),
};
