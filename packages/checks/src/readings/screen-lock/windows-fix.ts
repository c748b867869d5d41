import { say } from '@vestibule/contracts';
import type { CheckFix } from '../../definition.ts';
import type { ChangePort } from '../../system-port.ts';
import { HELD_BY_COMPANY, runScript, type Undo, undo } from '../../windows/change.ts';
import { fileExists } from '../../windows/file-exists.ts';
import { renderText } from '../../render-text.ts';
import { DURATION_TEXTS, durationOf } from './fact.ts';
import { NO_PROGRAM } from './windows.ts';
import { readScreenLockSettings, type ScreenLockSettings } from './windows-settings.ts';

const SCRIPT_TIMEOUT_MS = 60_000;

/** Ten minutes, when no one says how long. */
export const USUAL_SECONDS = 600;

/** The saver that shows nothing; every Windows has it. */
const BLANK_SAVER = String.raw`C:\Windows\System32\scrnsave.scr`;

/**
 * A fix of one of the three screen-saver checks. On Windows the three are one: only a saver that is chosen, on, in time
 * and asking for the password locks. In the person's own name, so never with an administrator's rights.
 */
export function windowsScreenSaverFix(
  fix: Pick<CheckFix, 'type' | 'parameters'>,
  secondsFrom: (parameters: unknown, current: number | null) => number,
): CheckFix {
  return {
    ...fix,
    operatingSystem: 'windows',
    needsElevation: false,
    apply: async (system, parameters) => {
      const settings = await readScreenLockSettings(system);
      if (!settings.ok) return settings;
      if (isHeld(settings.value)) return HELD_BY_COMPANY;
      const { seconds } = settings.value.own;
      const current = seconds !== null && seconds > 0 ? seconds : null;
      return lockByScreenSaver(system, settings.value, secondsFrom(parameters, current));
    },
  };
}

/** Any value that a policy sets wins over what is written here. */
function isHeld({ policy, lockDisabledForComputer, lockDisabledForPerson }: ScreenLockSettings): boolean {
  const hasPolicy = Object.values(policy).some((value) => value !== null);
  return hasPolicy || lockDisabledForComputer === 1 || lockDisabledForPerson === 1;
}

/** The script asks Windows itself to take the values, so that they hold at once and not only after the next sign-in. */
async function lockByScreenSaver(system: ChangePort, { own }: ScreenLockSettings, seconds: number): Promise<Undo> {
  const hasProgram =
    own.program !== null && !NO_PROGRAM.test(own.program) && (await fileExists(system, own.program)) !== false;
  if (!hasProgram && (await fileExists(system, BLANK_SAVER)) === false) {
    return { ok: false, reason: 'not-supported', detail: say('Windows has no screen saver on this computer.') };
  }
  const changed = await runScript(system, {
    name: 'screen-saver',
    arguments: ['-Seconds', String(seconds), ...(hasProgram ? [] : ['-ChooseBlank'])],
    timeoutMs: SCRIPT_TIMEOUT_MS,
  });
  if (!changed.ok) return changed;
  return undo(
    say('To take it back, open Settings, search for "Change screen saver", and set: {settings}.', {
      settings: formerly(own, hasProgram),
    }),
  );
}

function formerly(own: ScreenLockSettings['own'], hadProgram: boolean): string {
  const program = hadProgram && own.active !== '0' ? say('the same screen saver') : say('(None)');
  const wait = own.seconds === null ? [] : [say('wait {time}', { time: durationSaid(own.seconds) })];
  const resume =
    own.secure === '1' ? say('"On resume, display logon screen" on') : say('"On resume, display logon screen" off');
  return [program, ...wait, resume].join('; ');
}

function durationSaid(seconds: number): string {
  return renderText({ texts: DURATION_TEXTS }, durationOf(seconds));
}
