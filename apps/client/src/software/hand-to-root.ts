import { createReadStream } from 'node:fs';
import { say, type SignedDocument } from '@vestibule/contracts';
import * as z from 'zod/mini';
import { readPkexec } from '../fixes/linux-prompt.ts';
import type { PromptAnswer } from '../fixes/prompt.ts';
import { askForSoftware } from '../fixes/windows-prompt.ts';
import type { Program } from '../system/program.ts';
import { findTool } from '../system/find-tool.ts';
import type { LocalSystem } from '../system/local-system.ts';
import { runCommand } from '../system/run-command.ts';
import { toolEnvironment } from '../system/tool-environment.ts';
import { type IsProtected, isProtectedHere, USER_INSTALLATION } from '../fixes/elevation.ts';
import type { RefusedFix } from '../fixes/apply-fixes.ts';
import { handoverPath, layDown, takeAway } from './windows-handover.ts';

/** The prompt, and after it the system's installer with what it may have to wait for. */
const LIMIT_MS = 12 * 60_000;

const answerSchema = z.union([
  z.object({ ok: z.literal(true), undo: z.string() }),
  z.object({ ok: z.literal(false), outcome: z.enum(['not-fixed', 'not-possible', 'cancelled']), detail: z.string() }),
]);

export type HandToRoot = (
  document: SignedDocument,
  path: string,
) => Promise<{ readonly ok: true; readonly undo: string } | RefusedFix>;

/**
 * Hands a signed document and its package to root, behind the system's own prompt: through one pipe, and on Windows in one
 * file whose place both halves know. No path is handed on.
 * @param isProtected tells whether only an administrator can change the program
 */
export function handToRootWith(
  program: Program,
  system: LocalSystem,
  isProtected: IsProtected = isProtectedHere,
): HandToRoot {
  return async (document, path) => {
    if (program.launcher === null || !(await isProtected(program, system))) {
      return { ok: false, outcome: 'not-possible', detail: USER_INSTALLATION };
    }
    const ask = system.operatingSystem === 'windows' ? askOnWindows : askOnLinux;
    const answer = await ask(program.launcher, document, path, system);
    if (!answer.ran) return { ok: false, outcome: answer.outcome, detail: answer.detail };
    try {
      return answerSchema.parse(JSON.parse(answer.stdout));
    } catch {
      const detail = answer.stderr.trim() || say('The change did not report back.');
      return { ok: false, outcome: 'not-fixed', detail };
    }
  };
}

type Ask = (launcher: string, document: SignedDocument, path: string, system: LocalSystem) => Promise<PromptAnswer>;

const askOnLinux: Ask = async (launcher, document, path, system) => {
  // Who is root already is asked by no prompt.
  const words = system.isElevated ? [] : [launcher];
  const starter = system.isElevated ? launcher : await findTool('pkexec', 'linux', system.rootFolder);
  const run =
    starter === null
      ? ({ ok: false, reason: 'tool-missing', detail: '' } as const)
      : await runCommand(starter, [...words, 'install-software'], {
          timeoutMs: LIMIT_MS,
          environment: toolEnvironment(system.environment, system.user.home),
          input: parcelOf(document, path),
        });
  return readPkexec(run);
};

const askOnWindows: Ask = async (launcher, document, path, system) => {
  const id = crypto.randomUUID();
  const parcel = handoverPath(id);
  try {
    await layDown(parcel, document, path);
    return await askForSoftware(launcher, id, LIMIT_MS, system);
  } finally {
    await takeAway(parcel);
  }
};

async function* parcelOf(document: SignedDocument, path: string): AsyncGenerator<Buffer> {
  yield Buffer.from(`${JSON.stringify(document)}\n`);
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) yield chunk;
}
