import { type Said, say } from '@vestibule/contracts';
import * as z from 'zod/mini';
import type { CheckFix } from '../definition.ts';
import type { ChangePort, Outcome } from '../system-port.ts';
import { HELD_BY_COMPANY, runTool, undo } from '../windows/change.ts';
import { isManaged, PAUSED } from './windows.ts';
import { readDisabledServices, readUpdateSettings, type UpdateSettings, UPDATE_SERVICES } from './windows-settings.ts';

const ACCESS_KEY = String.raw`HKLM\SOFTWARE\Policies\Microsoft\Windows\WindowsUpdate`;
const POLICY_KEY = String.raw`${ACCESS_KEY}\AU`;
const POLICY_PAUSE_KEY = String.raw`HKLM\SOFTWARE\Microsoft\WindowsUpdate\UpdatePolicy\Settings`;
const PAUSE_KEY = String.raw`HKLM\SOFTWARE\Microsoft\WindowsUpdate\UX\Settings`;

/** Values that together are a pause; those that end it are named first, because they must go. */
const PAUSE_VALUES = {
  ends: { pausedUntil: 'PauseUpdatesExpiryTime', qualityPausedUntil: 'PauseQualityUpdatesEndTime' },
  others: [
    'PauseUpdatesStartTime',
    'PauseQualityUpdatesStartTime',
    'PauseFeatureUpdatesStartTime',
    'PauseFeatureUpdatesEndTime',
  ],
} as const;

/** How each update service starts on a computer as it comes from the factory, in the words of `sc config`. */
const USUAL_START: Readonly<Record<(typeof UPDATE_SERVICES)[number], string>> = { wuauserv: 'demand', usosvc: 'auto' };

/** A change and how to take it back. */
interface Step {
  readonly tool: 'reg' | 'sc';
  readonly words: readonly string[];
  readonly back: string;
}

/** Takes away what keeps updates off on a computer that no one manages: policy values, disabled services, a pause. */
export const windowsAutomaticUpdatesFix: CheckFix = {
  type: 'OsAutoUpdateEnable',
  operatingSystem: 'windows',
  needsElevation: true,
  parameters: z.object({}),
  apply: async (system) => {
    const settings = await readUpdateSettings(system);
    if (!settings.ok) return settings;
    if (await isManaged(system, settings.value)) return HELD_BY_COMPANY;
    const disabled = await readDisabledServices(system);
    if (!disabled.ok) return disabled;
    const steps = [...policySteps(settings.value), ...serviceSteps(disabled.value)];
    for (const { tool, words } of steps) {
      const changed = await runTool(system, tool, words);
      if (!changed.ok) return changed;
    }
    const ended = await endPause(system, settings.value);
    if (!ended.ok) return ended;
    const back = steps.map((step) => step.back);
    return undo(undoText(back.join(' & '), ended.value));
  },
};

function policySteps({ noAutoUpdate, options, accessOff, qualityPause }: UpdateSettings): readonly Step[] {
  const values = [
    [POLICY_KEY, 'NoAutoUpdate', noAutoUpdate],
    [POLICY_KEY, 'AUOptions', options],
    [ACCESS_KEY, 'DisableWindowsUpdateAccess', accessOff],
    [POLICY_PAUSE_KEY, 'PausedQualityStatus', qualityPause === PAUSED ? PAUSED : null],
  ] as const;
  return values.flatMap(([key, name, number]): readonly Step[] => {
    if (number === null) return [];
    const back = `reg add "${key}" /v ${name} /t REG_DWORD /d ${number} /f`;
    return [{ tool: 'reg', words: ['delete', key, '/v', name, '/f', '/reg:64'], back }];
  });
}

function serviceSteps(disabled: readonly string[]): readonly Step[] {
  return UPDATE_SERVICES.filter((name) => disabled.includes(name)).map((name) => ({
    tool: 'sc',
    words: ['config', name, 'start=', USUAL_START[name]],
    back: `sc config ${name} start= disabled`,
  }));
}

/** @returns whether there was a pause */
async function endPause(system: ChangePort, settings: UpdateSettings): Promise<Outcome<boolean>> {
  const remove = (name: string) => runTool(system, 'reg', ['delete', PAUSE_KEY, '/v', name, '/f', '/reg:64']);
  const { pausedUntil, qualityPausedUntil } = PAUSE_VALUES.ends;
  const ends = [
    ...(settings.pausedUntil === null ? [] : [pausedUntil]),
    ...(settings.qualityPausedUntil === null ? [] : [qualityPausedUntil]),
  ];
  for (const name of ends) {
    const removed = await remove(name);
    if (!removed.ok) return removed;
  }
  // The rest only tells when the pause began; a value that is not there cannot be removed, which is as good.
  if (ends.length > 0) for (const name of PAUSE_VALUES.others) await remove(name);
  return { ok: true, value: ends.length > 0 };
}

function undoText(commands: string, wasPaused: boolean): Said {
  if (commands === '') {
    return wasPaused
      ? say('To pause updates again, open Settings, Windows Update.')
      : say('Nothing had to be changed.');
  }
  return wasPaused
    ? say(
        'To take it back, run as an administrator: {commands} To pause updates again, open Settings, Windows Update.',
        { commands },
      )
    : say('To take it back, run as an administrator: {commands}', { commands });
}
