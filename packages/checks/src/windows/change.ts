import { type Said, say } from '@vestibule/contracts';
import type { ChangePort, Outcome, WindowsScript } from '../system-port.ts';

export type Undo = Outcome<{ readonly undo: Said }>;

export const HELD_BY_COMPANY: Undo = {
  ok: false,
  reason: 'blocked-by-policy',
  detail: say('Your company manages this setting.'),
};

/** ERROR_ACCESS_DENIED, as a tool's exit code. */
const ACCESS_DENIED = 5;
const TOOL_TIMEOUT_MS = 20_000;

/** Runs a tool that changes Windows. What it prints is in the language of the system, so only its exit code counts. */
export async function runTool(
  system: ChangePort,
  tool: string,
  words: readonly string[],
  timeoutMs = TOOL_TIMEOUT_MS,
): Promise<Outcome<void>> {
  const result = await system.run({ tool, arguments: words, timeoutMs });
  return result.ok ? byExitCode(tool, result.value.code) : result;
}

/** Runs one of the client's own scripts. */
export async function runScript(system: ChangePort, script: WindowsScript): Promise<Outcome<void>> {
  if (system.runWindowsScript === undefined) {
    return { ok: false, reason: 'not-supported', detail: 'This system is not Windows.' };
  }
  const result = await system.runWindowsScript(script);
  return result.ok ? byExitCode(script.name, result.value.code) : result;
}

function byExitCode(name: string, code: number): Outcome<void> {
  if (code === 0) return { ok: true, value: undefined };
  const reason = code === ACCESS_DENIED ? 'access-denied' : 'unexpected-output';
  return { ok: false, reason, detail: `${name} ended with code ${code}.` };
}

export function undo(sentence: Said): Undo {
  return { ok: true, value: { undo: sentence } };
}
