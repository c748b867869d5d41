import type { ChangePort } from '@vestibule/checks';
import { say, type SoftwareManifest } from '@vestibule/contracts';
import type { Installed } from './deb.ts';
import { readMsiProperties } from './msi-properties.ts';
import { NO_INSTALLER, WRONG_FILE } from './sentences.ts';

const LOOK_MS = 30_000;
const INSTALL_MS = 10 * 60_000;
const UNINSTALL_KEY = String.raw`HKLM\SOFTWARE\Microsoft\Windows\CurrentVersion\Uninstall`;

/** Exit codes of msiexec, each with what a person can do. */
const DONE = 0;
const RESTART_CODES: readonly number[] = [1641, 3010];
const CANCELLED: readonly number[] = [1223, 1602];
const OTHER_INSTALLATION = 1618;
const FORBIDDEN: readonly number[] = [1625, 1643, 1644];

type Run = Pick<ChangePort, 'run'>;

/**
 * Installs a Windows Installer package for everyone, by the installer of Windows. It asks nothing and restarts nothing.
 * @param path absolute, of a file that only administrators can write to, compared with the manifest
 */
export async function installMsi(path: string, manifest: SoftwareManifest, system: Run): Promise<Installed> {
  const { name, packageName, productCode = '', version, publisher } = manifest;
  const own = await readMsiProperties(path);
  const isSame =
    own !== null &&
    own.upgradeCode === packageName &&
    own.productCode === productCode &&
    own.version === version &&
    own.manufacturer === publisher;
  if (!isSame) return no('not-fixed', WRONG_FILE);
  if ((await findInstalled(productCode, system)) !== null) return no('not-fixed', alreadyThere(name));
  const run = await system.run({
    tool: 'msiexec',
    arguments: ['/i', path, '/qn', '/norestart', 'ALLUSERS=1'],
    timeoutMs: INSTALL_MS,
  });
  if (!run.ok) {
    return run.reason === 'tool-missing' ? no('not-possible', NO_INSTALLER) : no('not-fixed', failed(name, run.detail));
  }
  const { code } = run.value;
  if (CANCELLED.includes(code)) return no('cancelled', WAS_CANCELLED);
  if (code === OTHER_INSTALLATION) return no('not-fixed', WAIT_FOR_OTHER);
  if (FORBIDDEN.includes(code)) return no('not-possible', NOT_ALLOWED);
  const isThere = (await findInstalled(productCode, system)) === version;
  if (isThere && RESTART_CODES.includes(code)) return no('not-fixed', restart(name));
  if (isThere && code === DONE) {
    const commands = `msiexec /x {${productCode.toUpperCase()}}`;
    return { ok: true, undo: say('To take it back, run as an administrator: {commands}', { commands }) };
  }
  // Windows Installer takes back what did not end whole.
  return no('not-fixed', failed(name, say('Windows Installer ended with {code}.', { code: String(code) })));
}

/** What Windows lists, of 64 bit or of 32. @returns its version; null: it is not installed */
async function findInstalled(productCode: string, system: Run): Promise<string | null> {
  const key = `${UNINSTALL_KEY}\\{${productCode.toUpperCase()}}`;
  for (const view of ['/reg:64', '/reg:32']) {
    const run = await system.run({
      tool: 'reg',
      arguments: ['query', key, '/v', 'DisplayVersion', view],
      timeoutMs: LOOK_MS,
    });
    const [, version] = (run.ok && run.value.code === 0 && /REG_SZ\s+(\S+)/.exec(run.value.stdout)) || [];
    if (version !== undefined) return version;
  }
  return null;
}

const WAS_CANCELLED = say('The installation was cancelled, so nothing was installed. Try again.');
const WAIT_FOR_OTHER = say(
  'Another installation is running on this computer. Wait until it has ended, then try again.',
);
const NOT_ALLOWED = say('Your company does not allow this installation on this computer. Ask your administrator.');

function alreadyThere(name: string): string {
  return say(
    'The same or a newer version of {name} is installed already, so nothing was changed. Restart the computer; if the check stays as it is, tell your support.',
    { name },
  );
}

function restart(name: string): string {
  return say('Save your work and restart the computer: {name} is installed, and works after the restart.', {
    name,
  });
}

function failed(name: string, why: string): string {
  return say('The installation of {name} failed, and nothing of it is left: {why}', { name, why });
}

function no(outcome: Exclude<Installed, { ok: true }>['outcome'], detail: string): Installed {
  return { ok: false, outcome, detail };
}
