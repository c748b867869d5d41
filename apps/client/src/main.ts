import type { Terminal } from './cli/command.ts';
import { EXIT_CODES } from './cli/exit-codes.ts';
import { readGlobalOptions } from './cli/global-options.ts';
import { runCli } from './cli/run-cli.ts';
import { readCaller } from './native-host/caller.ts';
import { locateStateFolder } from './state/state-folder.ts';
import { openLocalSystem } from './system/local-system.ts';
import { locateProgram } from './system/program.ts';

/** Asks at the terminal; where nobody sits at one the answer is no. */
async function confirm(question: string): Promise<boolean> {
  if (!process.stdin.isTTY) return false;
  const { createInterface } = await import('node:readline/promises');
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return /^y(es)?$/i.test((await terminal.question(`${question} [y/N] `)).trim());
  } finally {
    terminal.close();
  }
}

const { state, systemRoot, rest, incomplete } = readGlobalOptions(process.argv.slice(2));
const environment = process.env;
const tools = {
  program: locateProgram(import.meta.filename),
  state: locateStateFolder(environment, state),
  system: openLocalSystem({
    rootFolder: systemRoot ?? (environment['WORKPLACE_SYSTEM_ROOT'] || undefined),
    environment,
    now: () => new Date(),
  }),
};
const terminal: Terminal = {
  print: (text) => void process.stdout.write(`${text}\n`),
  complain: (text) => void process.stderr.write(`${text}\n`),
  confirm,
};
const caller = readCaller(rest);

if (incomplete !== null) {
  terminal.complain(`${incomplete} needs a folder. Try: workplace --help`);
  process.exitCode = EXIT_CODES.notUnderstood;
} else if (caller.kind === 'extension') {
  const { runNativeHost } = await import('./native-host/host.ts');
  process.exitCode = await runNativeHost({ ...tools, extensionId: caller.extensionId });
} else {
  process.exitCode = await runCli(rest, {
    ...tools,
    terminal,
    web: async () => (await import('./network/open-web.ts')).openOwnWeb(tools.system),
    random: Math.random,
  });
}
