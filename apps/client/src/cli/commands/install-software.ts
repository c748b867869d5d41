import { dirname, join } from 'node:path';
import { PROVISIONING_FILE, readProvisioning } from '../../state/provisioning.ts';
import { currentPlatform, isProtectedInstallation, isProtectedPath } from '../../system/program.ts';
import { isRootsOwn } from '../../system/roots-own.ts';
import { isRoot } from '../../system/local-system.ts';
import type { Installed } from '../../software/deb.ts';
import { installAsRoot, SOFTWARE_PLACE } from '../../software/install-as-root.ts';
import { NO_KEYS, NOT_ROOT } from '../../software/sentences.ts';
import type { Command, CommandContext } from '../command.ts';
import { EXIT_CODES } from '../exit-codes.ts';

/**
 * The half of an installation that runs as root, started by Workplace through the system's own prompt. It takes no words:
 * what is installed comes through the pipe, and counts by its signature alone.
 */
export const installSoftwareCommand: Command = {
  name: 'install-software',
  usage: '',
  summary: 'Install signed software as an administrator; started by Workplace itself',
  explanation: ['Reads a signed document and its package from standard input. "Install now" on the page uses it.'],
  examples: [],
  options: {},
  positionals: 0,
  isInternal: true,
  run: async (_given, context) => {
    const installed = await install(context);
    context.terminal.print(JSON.stringify(installed));
    return installed.ok ? EXIT_CODES.fine : EXIT_CODES.attention;
  },
};

async function install({ program, system }: CommandContext): Promise<Installed> {
  const provisioning = join(dirname(program.code), PROVISIONING_FILE);
  const isRootsAlone =
    isRoot() && isProtectedInstallation(program) && isProtectedPath(provisioning) && isRootsOwn(SOFTWARE_PLACE);
  if (!isRootsAlone || system.rootFolder !== null) return { ok: false, outcome: 'not-possible', detail: NOT_ROOT };
  const read = await readProvisioning(program);
  const keys = read.state === 'read' ? (read.value.updateKeys ?? []) : [];
  if (keys.length === 0) return { ok: false, outcome: 'not-possible', detail: NO_KEYS };
  return installAsRoot(process.stdin as AsyncIterable<Buffer>, {
    keys,
    platform: currentPlatform(),
    now: system.now,
    system,
    place: SOFTWARE_PLACE,
  });
}
