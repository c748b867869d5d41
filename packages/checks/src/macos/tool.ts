import type { Outcome, SystemPort } from '../system-port.ts';

/** Enough for every tool that only looks something up; those that ask the network or the hardware get more. */
export const QUICK_TIMEOUT_MS = 5000;

const NEEDS_ADMINISTRATOR = /must be root|requires root|operation not permitted|permission denied|administrator/i;

/**
 * Standard output of a tool that ended well. Any other end is a failure: what such a tool printed is no answer.
 */
export async function readTool(
  system: SystemPort,
  tool: string,
  words: readonly string[],
  timeoutMs = QUICK_TIMEOUT_MS,
): Promise<Outcome<string>> {
  const result = await system.run({ tool, arguments: words, timeoutMs });
  if (!result.ok) return result;
  const { code, stdout, stderr } = result.value;
  if (code === 0) return { ok: true, value: stdout };
  const said = (stderr.trim() || stdout.trim()).slice(0, 300);
  return {
    ok: false,
    reason: NEEDS_ADMINISTRATOR.test(said) ? 'access-denied' : 'unexpected-output',
    detail: `${tool} ended with ${code}: ${said}`,
  };
}

/** For an answer that came but says nothing known. */
export function notUnderstood(tool: string, answer: string): Extract<Outcome<never>, { ok: false }> {
  return { ok: false, reason: 'unexpected-output', detail: `${tool}: '${answer.trim().slice(0, 300)}'` };
}
