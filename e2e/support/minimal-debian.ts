import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { execute, type Ran } from './booted-linux.ts';

const PREPARE_TIMEOUT_MS = 600_000;

/** The base system of Debian 12 in a folder, without systemd, and what it runs in namespaces of its own. */
export interface MinimalDebian {
  /** Runs words as root, or as an ordinary person, with nothing of this process's environment. */
  readonly run: (words: readonly string[], options?: { readonly user?: number }) => Promise<Ran>;
  /** Where its files are on this machine. */
  readonly root: string;
}

export type MadeDebian =
  | { readonly ok: true; readonly fresh: () => Promise<MinimalDebian>; readonly remove: () => Promise<void> }
  /** A sentence that says why there is none, for the line that a skipped test prints. */
  | { readonly ok: false; readonly reason: string };

/**
 * Makes the base system: what is essential or required, and apt. `mmdebstrap` makes it, unpacked next to this system.
 * @param fetched packages that it can install later without a network
 */
export async function makeMinimalDebian(fetched: readonly string[]): Promise<MadeDebian> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return { ok: false, reason: 'it takes root on Linux' };
  if (!existsSync('/usr/bin/apt-get')) return { ok: false, reason: 'it takes a Debian, for its packages' };
  const folder = await mkdtemp('/var/tmp/vestibule-minimal-');
  const remove = () => rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  const base = join(folder, 'base');
  const made = await execute(['sh', '-euc', PREPARE, 'prepare', folder, fetched.join(' ')], {
    timeoutMs: PREPARE_TIMEOUT_MS,
  });
  if (made.code !== 0) {
    await remove();
    return {
      ok: false,
      reason: `a base system could not be made (${made.stderr.trim().split('\n').slice(-2).join(' ')})`,
    };
  }
  let count = 0;
  const fresh = async (): Promise<MinimalDebian> => {
    count += 1;
    const root = join(folder, `root-${count}`);
    const copied = await execute(['cp', '--archive', '--reflink=auto', base, root], { timeoutMs: 60_000 });
    if (copied.code !== 0) throw new Error(`The base system could not be copied: ${copied.stderr}`);
    return { root, run: (words, { user } = {}) => execute(inside(root, words, user), { timeoutMs: 120_000 }) };
  };
  return { ok: true, fresh, remove };
}

const PREPARE = `
cd "$1"
apt-get -qq -o APT::Sandbox::User=root download mmdebstrap
dpkg-deb -x mmdebstrap_*.deb tool
mirror=$(apt-get indextargets --format '$(LABEL) $(REPO_URI)' 'Created-By: Packages' | sed -n 's/^Debian //p' | head -n 1)
perl tool/usr/bin/mmdebstrap --quiet --variant=minbase --mode=root --dpkgopt=force-unsafe-io --skip=cleanup/apt \\
  --customize-hook="chroot \\"\\$1\\" apt-get install --yes -qq --download-only --no-install-recommends $2" \\
  bookworm base "$mirror" > /dev/null
`;

function inside(root: string, words: readonly string[], user: number | undefined): readonly string[] {
  const person = user === undefined ? [] : ['setpriv', `--reuid=${user}`, `--regid=${user}`, '--clear-groups'];
  const home = user === undefined ? '/root' : '/home/nadia';
  return [
    ...[
      'unshare',
      '--mount',
      '--pid',
      '--fork',
      '--kill-child',
      '--ipc',
      '--net',
      `--mount-proc=${join(root, 'proc')}`,
    ],
    ...[
      'chroot',
      root,
      'env',
      '-i',
      'PATH=/usr/sbin:/usr/bin:/sbin:/bin',
      `HOME=${home}`,
      'DEBIAN_FRONTEND=noninteractive',
    ],
    ...person,
    ...words,
  ];
}

/** Puts files of this machine into its `/srv`. */
export async function copyIn({ root }: Pick<MinimalDebian, 'root'>, folder: string): Promise<void> {
  await mkdir(join(root, 'srv'), { recursive: true });
  for (const name of await readdir(folder)) await copyFile(join(folder, name), join(root, 'srv', name));
}
