import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from './processes.ts';

const run = promisify(execFile);

/**
 * Runs a command of the documentation, as it stands there: `npx vestibule …`, against the server of this data folder.
 * @returns what it printed
 */
export async function vestibule(dataFolder: string, command: string, cwd = dataFolder): Promise<string> {
  const words = command.replace(/^npx vestibule /, '').split(' ');
  const program = join(root, 'apps/server/bin/vestibule.js');
  const { stdout } = await run(process.execPath, [program, '--data', dataFolder, ...words], { cwd });
  return stdout;
}
