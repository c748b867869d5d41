import { join } from 'node:path';
import type { CommandResult, Outcome, WindowsInventory } from '@vestibule/checks';
import { type RunOptions, runCommand, TIME_IS_OVER } from '../run-command.ts';

/** Less than a reader has, so that what the script wrote before the end of its time is still read. */
const INVENTORY_TIMEOUT_MS = 17_000;

/** Next to this file in the sources, and next to the scripts of the built client. */
const SCRIPTS_FOLDER = join(import.meta.dirname, 'scripts');

type Run = typeof runCommand;

export interface ScriptRun extends RunOptions {
  /** Name of a file of the client's own. */
  readonly script: string;
  readonly arguments: readonly string[];
  /** Absolute path of Windows PowerShell. */
  readonly powershell: string;
}

/**
 * Runs one of the scripts that are shipped with the client, from its file and as it is: no command line is put together,
 * nothing is encoded, and no window is asked to hide. A company's own execution policy is stronger than the one given.
 */
export async function runWindowsScript(
  { script, arguments: words, powershell, ...options }: ScriptRun,
  run: Run = runCommand,
): Promise<Outcome<CommandResult>> {
  const file = join(SCRIPTS_FOLDER, `${script}.ps1`);
  const fixed = ['-NoLogo', '-NoProfile', '-NonInteractive', '-ExecutionPolicy', 'Bypass', '-File', file];
  const result = await run(powershell, [...fixed, ...words], options);
  if (!result.ok) return isRefusedByWindows(result) ? { ...result, reason: 'blocked-by-policy' } : result;
  const { code, stderr } = result.value;
  const { isScriptBlocked } = await import('./readings.ts');
  const isBlocked = code > 0 && (isScriptBlocked(stderr) || RESTRICTED_LANGUAGE.test(stderr));
  if (isBlocked) return { ok: false, reason: 'blocked-by-policy', detail: `PowerShell may not run ${script}.ps1.` };
  return result;
}

/** Identifiers of errors that a restricted language of scripts gives, in whichever language the sentence is. */
const RESTRICTED_LANGUAGE = /FullyQualifiedErrorId\s*:\s*\w*(?:Constrained|Restricted)Language/;

/**
 * Everybody may start PowerShell unless a company forbids it. Node has a name for one of the two errors that Windows then
 * gives (5, access denied) and none for the other (1260, disabled by policy).
 */
function isRefusedByWindows({ reason, detail }: Extract<Outcome<never>, { ok: false }>): boolean {
  return reason === 'access-denied' || /\bspawn UNKNOWN\b/.test(detail);
}

/** Reads everything that needs PowerShell, in one process. */
export async function runInventory(
  powershell: string,
  environment: RunOptions['environment'],
  run: Run = runCommand,
): Promise<Outcome<WindowsInventory>> {
  const result = await runWindowsScript(
    {
      script: 'inventory',
      arguments: [],
      powershell,
      environment,
      timeoutMs: INVENTORY_TIMEOUT_MS,
      keepsWhatWasWritten: true,
    },
    run,
  );
  if (!result.ok) return result;
  const { parseWindowsInventory } = await import('./readings.ts');
  return parseWindowsInventory(result.value, result.value.code === TIME_IS_OVER);
}
