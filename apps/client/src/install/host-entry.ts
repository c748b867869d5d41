import { join } from 'node:path';
import type { StateFolder } from '../state/state-folder.ts';
import { writeAtomically } from '../system/atomic-file.ts';
import type { LocalSystem } from '../system/local-system.ts';
import type { Program } from '../system/program.ts';

/**
 * Finds or makes what the browser starts. A manifest cannot carry arguments, so an installation with a state folder or a
 * system root of its own, or one that runs from its sources, gets a small script in its state folder.
 */
export async function prepareHostEntry(program: Program, state: StateFolder, system: LocalSystem): Promise<string> {
  if (program.launcher !== null && state.isUsual && system.rootFolder === null) return program.launcher;
  const path = hostEntryPath(state);
  await writeAtomically(path, script(programWords(program, state, system)), { mode: 0o700, folderMode: 0o700 });
  return path;
}

/** What starts this very installation again, with the options that tell it from the usual one. */
export function programWords(program: Program, state: StateFolder, system: LocalSystem): readonly string[] {
  return [
    ...(program.launcher === null ? [process.execPath, program.code] : [program.launcher]),
    ...ownOptions(state, system),
  ];
}

/** The options that tell this installation from the usual one. */
export function ownOptions(state: StateFolder, { rootOptions }: LocalSystem): readonly string[] {
  return [...(state.isUsual ? [] : ['--state', state.path]), ...rootOptions];
}

export function hostEntryPath(state: StateFolder): string {
  return join(state.path, process.platform === 'win32' ? 'workplace-host.cmd' : 'workplace-host');
}

function script(words: readonly string[]): string {
  if (process.platform === 'win32') return `@echo off\r\n${words.map((word) => `"${word}"`).join(' ')} %*\r\n`;
  return `#!/bin/sh\nexec ${words.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' ')} "$@"\n`;
}
