import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readlinkSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** What no unit test reads, and what is the most of the project. */
const LEFT_OUT = /\/gallery\/pictures\//;
/** Linked, not copied: no change is planted in them. */
const LINKED = ['dist', 'apps/server/node_modules', 'apps/command-line/node_modules'];

/**
 * Copies the project as it lies there, with what is not committed yet. Packages are linked; the workspaces among them lead
 * into the copy.
 * @returns the copy's folder
 */
export function makeThrowAwayCopy(root: string): string {
  const copy = mkdtempSync(join(tmpdir(), 'vestibule-planted-'));
  const listed = execFileSync('git', ['ls-files', '-z', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' });
  for (const file of listed.split('\0')) {
    if (file === '' || LEFT_OUT.test(file) || !existsSync(join(root, file))) continue;
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    cpSync(join(root, file), join(copy, file), { verbatimSymlinks: true });
  }
  for (const path of LINKED) if (existsSync(join(root, path))) symlinkSync(join(root, path), join(copy, path));
  linkPackages(join(root, 'node_modules'), join(copy, 'node_modules'));
  return copy;
}

function linkPackages(from: string, to: string): void {
  mkdirSync(join(to, '@vestibule'), { recursive: true });
  for (const name of readdirSync(from))
    if (name !== '@vestibule' && name !== '.vite') symlinkSync(join(from, name), join(to, name));
  for (const name of readdirSync(join(from, '@vestibule')))
    symlinkSync(readlinkSync(join(from, '@vestibule', name)), join(to, '@vestibule', name));
}
