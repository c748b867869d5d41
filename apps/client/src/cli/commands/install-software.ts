import { dirname, join } from 'node:path';
import { PROVISIONING_FILE, readProvisioning } from '../../state/provisioning.ts';
import { currentPlatform, isProtectedInstallation, isProtectedPath } from '../../system/program.ts';
import { isRootsOwn } from '../../system/roots-own.ts';
import { isRoot } from '../../system/local-system.ts';
import type { Installed } from '../../software/deb.ts';
import { installAsRoot, SOFTWARE_PLACE } from '../../software/install-as-root.ts';
import { NO_KEYS, NOT_ROOT } from '../../software/sentences.ts';
import { handoverIdSchema, handoverPath, pickUp } from '../../software/windows-handover.ts';
import { leaveAnswer } from '../../fixes/windows-prompt.ts';
import { isAdministrator } from '../../system/windows/is-administrator.ts';
import { type Command, type CommandContext, UsageError } from '../command.ts';
import { EXIT_CODES } from '../exit-codes.ts';

/**
 * The half of an installation that runs as root, started by Workplace through the system's own prompt. It takes no words:
 * what is installed comes through the pipe, and counts by its signature alone.
 */
export const installSoftwareCommand: Command = {
  name: 'install-software',
  usage: '[--answer ID]',
  summary: 'Install signed software as an administrator; started by Workplace itself',
  explanation: [
    'Reads a signed document and its package from standard input, on Windows from a file that was laid down for it.',
    '"Install now" on the page uses it.',
  ],
  examples: [],
  options: {
    answer: {
      kind: 'text',
      placeholder: 'ID',
      help: 'Take what lies there under this id, and leave the answer (Windows)',
    },
  },
  positionals: 0,
  isInternal: true,
  run: async ({ text }, context) => {
    const { program, system, terminal } = context;
    const id = text('answer');
    const isWindows = system.operatingSystem === 'windows';
    if ((id !== undefined) !== isWindows || (id !== undefined && !handoverIdSchema.safeParse(id).success)) {
      throw new UsageError('That is no id of an answer.');
    }
    const installed = await (id === undefined ? install(context) : installOnWindows(context, id));
    const printed = JSON.stringify(installed);
    terminal.print(printed);
    if (id !== undefined && program.launcher !== null) await leaveAnswer(program.launcher, id, printed);
    return installed.ok ? EXIT_CODES.fine : EXIT_CODES.attention;
  },
};

async function install({ program, system }: CommandContext): Promise<Installed> {
  const provisioning = join(dirname(program.code), PROVISIONING_FILE);
  const isRootsAlone =
    isRoot() && isProtectedInstallation(program) && isProtectedPath(provisioning) && isRootsOwn(SOFTWARE_PLACE);
  if (!isRootsAlone || system.rootFolder !== null) return { ok: false, outcome: 'not-possible', detail: NOT_ROOT };
  return installFrom(process.stdin as AsyncIterable<Buffer>, SOFTWARE_PLACE, { program, system });
}

/** Whether only administrators can write to the program was asked by the half that had the prompt shown, as for a fix. */
async function installOnWindows({ program, system }: CommandContext, id: string): Promise<Installed> {
  if (!isAdministrator() || program.launcher === null) {
    return { ok: false, outcome: 'not-possible', detail: NOT_ROOT };
  }
  const place = join(dirname(program.launcher), 'software');
  return installFrom(pickUp(handoverPath(id)), place, { program, system });
}

async function installFrom(
  input: AsyncIterable<Buffer>,
  place: string,
  { program, system }: Pick<CommandContext, 'program' | 'system'>,
): Promise<Installed> {
  const read = await readProvisioning(program);
  const keys = read.state === 'read' ? (read.value.updateKeys ?? []) : [];
  if (keys.length === 0) return { ok: false, outcome: 'not-possible', detail: NO_KEYS };
  return installAsRoot(input, { keys, platform: currentPlatform(), now: system.now, system, place });
}
