import type { ChangePort } from '@vestibule/checks';
import { say, type SoftwareManifest } from '@vestibule/contracts';
import { NO_INSTALLER, WRONG_FILE } from './sentences.ts';

/** What became of it. `undo`: how to take it back. */
export type Installed =
  | { readonly ok: true; readonly undo: string }
  | { readonly ok: false; readonly outcome: 'not-fixed' | 'not-possible' | 'cancelled'; readonly detail: string };

const LOOK_MS = 30_000;
const INSTALL_MS = 10 * 60_000;

const ARCHITECTURES: Readonly<Record<SoftwareManifest['architecture'], string>> = {
  any: 'all',
  x64: 'amd64',
  arm64: 'arm64',
};

type Run = Pick<ChangePort, 'run'>;

/**
 * Installs a package of Debian's by APT: nothing is removed or made older for it, and what does not end whole is taken back.
 * @param path absolute, of a file that only root can write to, compared with the manifest
 */
export async function installDeb(path: string, manifest: SoftwareManifest, system: Run): Promise<Installed> {
  const { name, packageName, version, architecture } = manifest;
  const own = await system.run({
    tool: 'dpkg-deb',
    arguments: ['--show', '--showformat', '${Package}\\n${Version}\\n${Architecture}\\n', path],
    timeoutMs: LOOK_MS,
  });
  if (!own.ok) return no('not-possible', NO_INSTALLER);
  const said = [packageName, version, ARCHITECTURES[architecture], ''].join('\n');
  if (own.value.code !== 0 || own.value.stdout !== said) return no('not-fixed', WRONG_FILE);
  const before = await findInstalled(packageName, system);
  if (before.version !== null && (await isAtLeast(before.version, version, system))) {
    return before.isWhole
      ? no(
          'not-fixed',
          say(
            'The same or a newer version of {name} is installed already, so nothing was changed. Restart the computer; if the check stays as it is, tell your support.',
            { name },
          ),
        )
      : install();
  }
  return install();

  async function install(): Promise<Installed> {
    const run = await system.run({
      tool: 'apt-get',
      arguments: [
        ...['install', '--yes', '--no-remove', '--no-install-recommends', '--quiet=2'],
        ...['-o', 'DPkg::Lock::Timeout=60', '-o', 'APT::Sandbox::User=root'],
        ...['-o', 'Dpkg::Options::=--force-confdef', '-o', 'Dpkg::Options::=--force-confold', path],
      ],
      timeoutMs: INSTALL_MS,
      environment: { DEBIAN_FRONTEND: 'noninteractive' },
    });
    const after = await findInstalled(packageName, system);
    if (run.ok && run.value.code === 0 && after.isWhole && after.version === version) {
      const commands = `apt-get remove ${packageName}`;
      return { ok: true, undo: say('To take it back, run as an administrator: {commands}', { commands }) };
    }
    if (before.version === null && after.version !== null) await takeBack(packageName, system);
    if (!run.ok && run.reason === 'tool-missing') return no('not-possible', NO_INSTALLER);
    const why = run.ok ? lastLine(run.value.stderr) : run.detail;
    if ((await findInstalled(packageName, system)).version === null) {
      return no('not-fixed', say('The installation of {name} failed, and nothing of it is left: {why}', { name, why }));
    }
    const commands = 'dpkg --configure -a';
    return no(
      'not-fixed',
      say('The installation of {name} ended half-way: {why} An administrator can run: {commands}', {
        name,
        why,
        commands,
      }),
    );
  }
}

interface There {
  /** Null: not installed, or its settings alone are left. */
  readonly version: string | null;
  readonly isWhole: boolean;
}

async function findInstalled(packageName: string, system: Run): Promise<There> {
  const run = await system.run({
    tool: 'dpkg-query',
    arguments: ['--show', '--showformat', '${db:Status-Status} ${Version}', packageName],
    timeoutMs: LOOK_MS,
  });
  const [status = '', version = ''] = run.ok && run.value.code === 0 ? run.value.stdout.split(' ') : [];
  const isThere = !['', 'not-installed', 'config-files'].includes(status);
  return { version: isThere && version !== '' ? version : null, isWhole: status === 'installed' };
}

async function isAtLeast(there: string, wanted: string, system: Run): Promise<boolean> {
  const run = await system.run({
    tool: 'dpkg',
    arguments: ['--compare-versions', there, 'ge', wanted],
    timeoutMs: LOOK_MS,
  });
  return run.ok && run.value.code === 0;
}

async function takeBack(packageName: string, system: Run): Promise<void> {
  await system.run({
    tool: 'dpkg',
    arguments: ['--remove', '--force-remove-reinstreq', packageName],
    timeoutMs: INSTALL_MS,
  });
}

function lastLine(text: string): string {
  return text.trim().split('\n').at(-1)?.trim().slice(0, 300) ?? '';
}

function no(outcome: 'not-fixed' | 'not-possible', detail: string): Installed {
  return { ok: false, outcome, detail };
}
