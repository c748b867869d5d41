import { execFile } from 'node:child_process';
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from './processes.ts';

const run = promisify(execFile);

/** Can a program be given another folder in the place of one of this computer's? Root can. */
export function mayMount(): Promise<boolean> {
  return run('unshare', ['--mount', 'true']).then(
    () => true,
    () => false,
  );
}

/**
 * Writes a program that starts another one, for which a folder lies in the place of one of this computer's: so one browser
 * meets a policy, and no other does.
 * @returns its path
 */
export async function programWithSettings(
  path: string,
  { program, place, folder }: { readonly program: string; readonly place: string; readonly folder: string },
): Promise<string> {
  const mount = `mount --bind "${folder}" ${place} && exec ${program} "$@"`;
  await writeFile(path, `#!/bin/sh\nexec unshare --mount sh -c '${mount}' sh "$@"\n`);
  await chmod(path, 0o755);
  return path;
}

/** What `vestibule extension --json` says. */
export interface MadeExtension {
  readonly version: string;
  readonly chromiumId: string;
  readonly firefoxId: string;
  readonly updateUrl: string;
}

/** Makes the extension for a gate, as an administrator does. */
export async function makeExtension(
  gate: { readonly url: string; readonly dataFolder: string },
  out: string,
  ...more: readonly string[]
): Promise<MadeExtension> {
  const { stdout } = await run(process.execPath, [
    ...[join(root, 'apps/server/bin/vestibule.js'), 'extension', '--json', '--data', gate.dataFolder],
    ...['--url', gate.url, '--out', out, ...more],
  ]);
  return JSON.parse(stdout) as MadeExtension;
}
