import { createReadStream } from 'node:fs';
import { say, type SignedDocument } from '@vestibule/contracts';
import * as z from 'zod/mini';
import { readPkexec } from '../fixes/linux-prompt.ts';
import { isProtectedInstallation, type Program } from '../system/program.ts';
import { findTool } from '../system/find-tool.ts';
import type { LocalSystem } from '../system/local-system.ts';
import { runCommand } from '../system/run-command.ts';
import { toolEnvironment } from '../system/tool-environment.ts';
import { USER_INSTALLATION } from '../fixes/elevation.ts';
import type { RefusedFix } from '../fixes/apply-fixes.ts';

/** The prompt, and after it the system's installer with what it may have to wait for. */
const LIMIT_MS = 12 * 60_000;

const answerSchema = z.union([
  z.object({ ok: z.literal(true), undo: z.string() }),
  z.object({ ok: z.literal(false), outcome: z.enum(['not-fixed', 'not-possible']), detail: z.string() }),
]);

export type HandToRoot = (
  document: SignedDocument,
  path: string,
) => Promise<{ readonly ok: true; readonly undo: string } | RefusedFix>;

/**
 * Hands a signed document and its package to root through one pipe, behind the system's own prompt. No path is handed on.
 * @param isProtected tells whether only an administrator can change the program
 */
export function handToRootWith(
  program: Program,
  system: LocalSystem,
  isProtected: (program: Program) => boolean = isProtectedInstallation,
): HandToRoot {
  return async (document, path) => {
    if (program.launcher === null || !isProtected(program)) {
      return { ok: false, outcome: 'not-possible', detail: USER_INSTALLATION };
    }
    // Who is root already is asked by no prompt.
    const words = system.isElevated ? [] : [program.launcher];
    const starter = system.isElevated ? program.launcher : await findTool('pkexec', 'linux', system.rootFolder);
    const run =
      starter === null
        ? ({ ok: false, reason: 'tool-missing', detail: '' } as const)
        : await runCommand(starter, [...words, 'install-software'], {
            timeoutMs: LIMIT_MS,
            environment: toolEnvironment(system.environment, system.user.home),
            input: parcelOf(document, path),
          });
    const answer = readPkexec(run);
    if (!answer.ran) return { ok: false, outcome: answer.outcome, detail: answer.detail };
    try {
      return answerSchema.parse(JSON.parse(answer.stdout));
    } catch {
      const detail = answer.stderr.trim() || say('The change did not report back.');
      return { ok: false, outcome: 'not-fixed', detail };
    }
  };
}

async function* parcelOf(document: SignedDocument, path: string): AsyncGenerator<Buffer> {
  yield Buffer.from(`${JSON.stringify(document)}\n`);
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) yield chunk;
}
