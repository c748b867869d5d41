import type { FactReader } from '../definition.ts';
import { unavailable, unavailableBecause, value } from '../reading.ts';
import type { Outcome, SystemPort } from '../system-port.ts';
import type { AutomaticUpdatesFact } from './definition.ts';
import { readPreferences } from '../macos/preferences.ts';
import { lastUpdateOf } from './macos-last-update.ts';
import {
  readUpdateSettings,
  UPDATE_KEYS,
  UPDATE_PREFERENCES,
  type UpdateKey,
  type UpdateSettings,
  updateFiles,
} from './macos-settings.ts';

const SOURCE = 'Software Update settings';
const MECHANISM = 'Software Update';
const SCHEDULE_TIMEOUT_MS = 10_000;

export const macosAutomaticUpdates: FactReader = {
  facts: 'automaticUpdates',
  operatingSystem: 'macos',
  read: async (system) => {
    const [settings, schedule, record] = await Promise.all([
      readUpdateSettings(system),
      readSchedule(system),
      readPreferences(system, `${UPDATE_PREFERENCES}.plist`),
    ]);
    if (!settings.ok) return unavailableBecause(system, SOURCE, settings);
    const off = findOff(settings.value, schedule.ok ? schedule.value : null);
    if (off !== null) {
      const { state, key } = off;
      const fact: AutomaticUpdatesFact = { state, mechanism: MECHANISM, obstacle: OBSTACLES[key] };
      return value(system, SOURCE, fact, { managed: off.isManaged });
    }
    if (!schedule.ok) return unavailableBecause(system, 'softwareupdate', schedule);
    if (settings.value.AutomaticallyInstallMacOSUpdates.isOn === null) {
      return unavailable(system, SOURCE, 'unexpected-output', UNDECIDED);
    }
    const isManaged = UPDATE_KEYS.some((key) => settings.value[key].isManaged);
    const lastAt = record.ok ? lastUpdateOf(record.value) : undefined;
    const fact: AutomaticUpdatesFact = {
      state: 'on',
      mechanism: MECHANISM,
      ...(lastAt === undefined ? {} : { lastAt }),
    };
    return value(system, SOURCE, fact, { managed: isManaged });
  },
  watch: updateFiles,
};

const UNDECIDED =
  'macOS does not say whether it installs its updates by itself. Open Software Update and choose Automatic updates once.';

const OBSTACLES: Readonly<Record<UpdateKey, string>> = {
  AutomaticCheckEnabled: 'macOS does not look for updates by itself',
  AutomaticDownload: 'Updates are not downloaded by themselves',
  AutomaticallyInstallMacOSUpdates: 'macOS updates wait until someone installs them',
  CriticalUpdateInstall: 'Security responses are not installed by themselves',
  ConfigDataInstall: 'System data files are not installed by themselves',
};

interface Off {
  readonly state: 'off' | 'download-only';
  readonly key: UpdateKey;
  readonly isManaged: boolean;
}

/** The first switch that is off. When the company holds any that is off, no fix of ours makes updates automatic. */
function findOff(settings: UpdateSettings, isScheduled: boolean | null): Off | null {
  const isOff = (key: UpdateKey) =>
    settings[key].isOn === false || (key === 'AutomaticCheckEnabled' && isScheduled === false);
  const off = UPDATE_KEYS.filter(isOff);
  const [key] = off;
  if (key === undefined) return null;
  const isFetched = !isOff('AutomaticCheckEnabled') && !isOff('AutomaticDownload');
  const isManaged = off.some((one) => settings[one].isManaged);
  return { state: isFetched ? 'download-only' : 'off', key, isManaged };
}

/** Whether macOS looks for updates, as it stands after every profile. */
export async function readSchedule(system: SystemPort): Promise<Outcome<boolean>> {
  const answer = await system.run({
    tool: 'softwareupdate',
    arguments: ['--schedule'],
    timeoutMs: SCHEDULE_TIMEOUT_MS,
  });
  if (!answer.ok) return answer;
  // The tool writes its answer now to the one, now to the other.
  const isScheduled = parseSchedule(`${answer.value.stdout}\n${answer.value.stderr}`);
  if (answer.value.code === 0 && isScheduled !== null) return { ok: true, value: isScheduled };
  return { ok: false, reason: 'unexpected-output', detail: 'softwareupdate: no answer that is understood' };
}

/** @returns null for every other wording, also for two answers at once */
function parseSchedule(text: string): boolean | null {
  const answers = [...text.matchAll(/^\s*Automatic checking for updates is turned (on|off)\.?\s*$/gm)];
  const [only, second] = answers.map(([, word]) => word === 'on');
  return only === undefined || second !== undefined ? null : only;
}
