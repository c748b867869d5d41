import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ChangePort } from '@vestibule/checks';
import { findTool } from '../../system/find-tool.ts';
import { runCommand } from '../../system/run-command.ts';

/** Whether a folder can be made a Debian here, by its own tools. */
export const HAS_DEBIAN_TOOLS = ['dpkg', 'dpkg-deb', 'dpkg-query', 'apt-get'].every((tool) =>
  existsSync(join('/usr/bin', tool)),
);

export interface Deb {
  readonly bytes: Buffer;
  readonly size: number;
  readonly sha256: string;
}

export interface DebContent {
  readonly name?: string;
  readonly version?: string;
  readonly depends?: string;
  readonly architecture?: string;
  /** What runs once it lies there. */
  readonly postinst?: string;
}

/** Builds a real package with one file in it. @param folder for the making of it */
export async function makeDeb(folder: string, content: DebContent = {}): Promise<Deb> {
  const { name = 'vestibule-test-agent', version = '1.30', depends, architecture = 'amd64', postinst } = content;
  const tree = await mkdtemp(join(folder, 'tree-'));
  await chmod(tree, 0o755);
  await mkdir(join(tree, 'DEBIAN'));
  await mkdir(join(tree, 'opt/test-agent'), { recursive: true });
  await writeFile(join(tree, 'opt/test-agent/version'), version);
  const control = [
    `Package: ${name}`,
    `Version: ${version}`,
    `Architecture: ${architecture}`,
    'Maintainer: Test <test@example.com>',
    ...(depends === undefined ? [] : [`Depends: ${depends}`]),
    'Description: an agent of a test',
    '',
  ];
  await writeFile(join(tree, 'DEBIAN/control'), control.join('\n'));
  if (postinst !== undefined) {
    await writeFile(join(tree, 'DEBIAN/postinst'), `#!/bin/sh\n${postinst}\n`, { mode: 0o755 });
  }
  const file = `${tree}.deb`;
  execFileSync('dpkg-deb', ['--build', '--root-owner-group', tree, file], { stdio: 'ignore' });
  const bytes = await readFile(file);
  return { bytes, size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
}

export interface TestDebian {
  /** Runs the real tools, on this folder instead of the computer. */
  readonly system: Pick<ChangePort, 'run'>;
  /** What the package brought; null: it is not there. */
  readonly installedVersion: () => Promise<string | null>;
  /** As dpkg says it; empty: it knows nothing of it. */
  readonly status: () => string;
  readonly ran: string[];
}

/** A folder that is a Debian with nothing installed. */
export async function makeDebian(folder: string): Promise<TestDebian> {
  const root = await mkdtemp(join(folder, 'debian-'));
  const admin = join(root, 'var/lib/dpkg');
  for (const path of ['info', 'updates', 'triggers', 'parts']) await mkdir(join(admin, path), { recursive: true });
  for (const path of ['var/lib/apt/lists/partial', 'var/cache/apt/archives/partial', 'etc/apt', 'var/log/apt']) {
    await mkdir(join(root, path), { recursive: true });
  }
  await writeFile(join(admin, 'status'), '');
  await writeFile(join(admin, 'available'), '');
  const ran: string[] = [];
  const dpkg = [`--root=${root}`, '--force-not-root', '--force-script-chrootless', '--log=/dev/null'];
  const here: Readonly<Record<string, readonly string[]>> = {
    dpkg,
    'dpkg-query': [`--admindir=${admin}`],
    'apt-get': [
      ...[
        '-o',
        `Dir=${root}`,
        '-o',
        `Dir::State::status=${join(admin, 'status')}`,
        '-o',
        'Dir::Bin::dpkg=/usr/bin/dpkg',
      ],
      ...['-o', 'APT::Architecture=amd64', '-o', 'Dir::Bin::methods=/usr/lib/apt/methods'],
      ...dpkg.flatMap((option) => ['-o', `Dpkg::Options::=${option}`]),
    ],
  };
  return {
    ran,
    system: {
      run: async ({ tool, arguments: words, timeoutMs, environment = {} }) => {
        ran.push(tool);
        const path = await findTool(tool, 'linux', null);
        if (path === null) return { ok: false, reason: 'tool-missing', detail: tool };
        return runCommand(path, [...(here[tool] ?? []), ...words], {
          timeoutMs,
          environment: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', HOME: root, ...environment },
        });
      },
    },
    installedVersion: () => readFile(join(root, 'opt/test-agent/version'), 'utf8').catch(() => null),
    status: () => {
      const words = [`--admindir=${admin}`, '--show', '--showformat', '${db:Status-Status}', 'vestibule-test-agent'];
      try {
        return execFileSync('dpkg-query', words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
      } catch {
        return '';
      }
    },
  };
}
