import type { Terminal } from './cli/command.ts';
import { EXIT_CODES } from './cli/exit-codes.ts';
import { readGlobalOptions, type ScratchRoot } from './cli/global-options.ts';
import { runCli } from './cli/run-cli.ts';
import { readCaller } from './native-host/caller.ts';
import { locateStateFolder } from './state/state-folder.ts';
import { isRoot, openLocalSystem } from './system/local-system.ts';
import { locateProgram } from './system/program.ts';
import { isRootsOwn } from './system/roots-own.ts';
import { trustedEnvironment } from './system/trusted-environment.ts';
import { isAdministrator } from './system/windows/is-administrator.ts';

/**
 * Starts what was asked for: a command, or the half of the extension on this computer.
 * @param entry path of the script that was started
 * @param scratch how a folder is named that stands for the computer; null in what people install
 */
export async function start(entry: string, scratch: ScratchRoot | null): Promise<void> {
  // A pipe that is closed at the other end (`| head`) is no mistake.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
  // Others write to nothing that root makes, whatever root was started with.
  if (isRoot()) process.umask(process.umask(0o077) | 0o022);
  const words = process.argv.slice(2);
  const options = readGlobalOptions(words, scratch);
  const environment = trustedEnvironment(process.env, process.platform === 'win32' ? isAdministrator() : isRoot());
  const program = locateProgram(entry);
  const state = locateStateFolder(environment, options.state);
  const systemRoot =
    scratch === null ? undefined : (options.systemRoot ?? (process.env[scratch.variable] || undefined));
  const refusal = refuse(words, options.incomplete, {
    isFromPrompt: process.env['PKEXEC_UID'] !== undefined,
    // Where others can change the program itself, there is nothing left to keep from them.
    strangeState: isRoot() && isRootsOwn(program.code) && !isRootsOwn(state.path) ? state.path : null,
    strangeRoot: systemRoot !== undefined && isRoot() && !isRootsOwn(systemRoot) ? systemRoot : null,
  });
  if (refusal !== null) {
    terminal.complain(refusal);
    process.exitCode = EXIT_CODES.notUnderstood;
    return;
  }
  const system = openLocalSystem({
    rootFolder: systemRoot,
    rootOption: scratch?.option,
    environment,
    now: () => new Date(),
  });
  const tools = { program, state, system };
  const caller = readCaller(options.rest);
  if (caller.kind === 'extension') {
    const { runNativeHost } = await import('./native-host/host.ts');
    process.exitCode = await runNativeHost({ ...tools, extensionId: caller.extensionId });
    return;
  }
  process.exitCode = await runCli(options.rest, {
    ...tools,
    terminal,
    developmentHelp: scratch?.help ?? [],
    web: async () => (await import('./network/open-web.ts')).openOwnWeb(system),
    random: Math.random,
  });
}

interface Circumstances {
  /** Started by pkexec, which anybody may call with any words; the prompt names this program and not its caller. */
  readonly isFromPrompt: boolean;
  readonly strangeState: string | null;
  readonly strangeRoot: string | null;
}

/** @returns a sentence when nothing may run */
function refuse(words: readonly string[], incomplete: string | null, given: Circumstances): string | null {
  if (given.isFromPrompt && !isForPrompt(words)) {
    return 'Through the prompt for an administrator Workplace carries out fixes and does nothing else.';
  }
  if (incomplete !== null) return `${incomplete} needs a folder. Try: workplace --help`;
  const strange = given.strangeState ?? given.strangeRoot;
  if (strange === null) return null;
  return `Others than root can change ${strange}, so root does not use it. Name a folder that is root's, or run this as the person it belongs to.`;
}

/** All that goes through the prompt: fixes of a closed list, and software that counts by its signature alone. */
function isForPrompt(words: readonly string[]): boolean {
  return (words.length === 2 && words[0] === 'apply-fixes') || (words.length === 1 && words[0] === 'install-software');
}

const terminal: Terminal = {
  print: (text) => void process.stdout.write(`${text}\n`),
  complain: (text) => void process.stderr.write(`${text}\n`),
  confirm,
};

/** Asks at the terminal; where there is none the answer is no. */
async function confirm(question: string): Promise<boolean> {
  if (!process.stdin.isTTY) return false;
  const { createInterface } = await import('node:readline/promises');
  const asked = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return /^y(es)?$/i.test((await asked.question(`${question} [y/N] `)).trim());
  } finally {
    asked.close();
  }
}
