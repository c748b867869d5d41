import type { FactReader } from '../definition.ts';
import { unavailableBecause, value } from '../reading.ts';
import type { Outcome, SystemPort } from '../system-port.ts';
import { isCompanyComputer } from '../windows/company.ts';
import { momentOf } from '../windows/values.ts';
import type { AutomaticUpdatesFact } from './definition.ts';
import { readLastUpdate } from './windows-last-update.ts';
import {
  readDisabledServices,
  readNotificationLevel,
  readUpdateSettings,
  type UpdateSettings,
} from './windows-settings.ts';

const SOURCE = 'Windows Update';
const MECHANISM = 'Windows Update';

type State = Pick<AutomaticUpdatesFact, 'state' | 'obstacle'>;

const ON: State = { state: 'on' };
const ASKS_FIRST: State = { state: 'off', obstacle: 'Windows asks before it downloads updates' };

export const windowsAutomaticUpdates: FactReader = {
  facts: 'automaticUpdates',
  operatingSystem: 'windows',
  read: async (system) => {
    const settings = await readUpdateSettings(system);
    if (!settings.ok) return unavailableBecause(system, SOURCE, settings);
    const state = await readState(system, settings.value);
    if (!state.ok) return unavailableBecause(system, SOURCE, state);
    const last = state.value.state === 'off' ? {} : await readLastUpdate(system);
    const fact: AutomaticUpdatesFact = { ...state.value, mechanism: MECHANISM, ...last };
    return value(system, SOURCE, fact, { managed: await isManaged(system, settings.value) });
  },
  watch: () => [],
};

/** Whether a company holds the setting. The same values on a computer that no one manages are the person's own. */
export async function isManaged(system: SystemPort, settings: UpdateSettings): Promise<boolean> {
  const { noAutoUpdate, options, accessOff, managedOptions, managedService, qualityPause, usesServer } = settings;
  if (managedOptions !== null || managedService !== null || usesServer === 1) return true;
  const hasPolicy = [noAutoUpdate, options, accessOff].some((number) => number !== null) || qualityPause === PAUSED;
  return hasPolicy && (await isCompanyComputer(system));
}

/** Windows 10 and 11 have no switch: updates are on unless a policy, a disabled service or a pause turns them off. */
async function readState(system: SystemPort, settings: UpdateSettings): Promise<Outcome<State>> {
  const { noAutoUpdate, accessOff, managedService, usesServer } = settings;
  // A company that forbids Windows Update itself may have a server of its own instead.
  const isCutOff = accessOff === 1 && usesServer !== 1;
  if (noAutoUpdate === 1 || isCutOff || managedService === 0) return off('A policy turns them off');
  const services = await readDisabledServices(system);
  if (services.ok && services.value.length > 0) return off(`The service ${services.value.join(' and ')} is disabled`);
  const pause = pauseOf(settings, system.now());
  if (pause.ok && pause.value !== null) return off(pause.value);
  const mode = await readMode(system, settings);
  // Off is off, whatever else could not be read; on needs every answer.
  if (mode.ok && mode.value.state === 'off') return mode;
  if (!services.ok) return services;
  if (!pause.ok) return pause;
  return mode;
}

/**
 * Group policy first, then the company's device management, then the agent's own setting. A device management may win over
 * group policy elsewhere (MDMWinsOverGP), but not for updates.
 */
async function readMode(system: SystemPort, settings: UpdateSettings): Promise<Outcome<State>> {
  const leavesOpen = settings.options === null || settings.options === CHOSEN_HERE;
  if (!leavesOpen) return stateFrom(POLICY_OPTIONS, settings.options, 'AUOptions');
  if (settings.managedOptions !== null) return stateFrom(MANAGED_OPTIONS, settings.managedOptions, 'AllowAutoUpdate');
  const level = await readNotificationLevel(system);
  return level.ok ? stateFrom(LEVELS, level.value, 'NotificationLevel') : level;
}

/** PausedQualityStatus: no pause, or one that is over. */
const NOT_PAUSED: ReadonlySet<number> = new Set([0, 2]);
export const PAUSED = 1;

/** AUOptions 5: anyone who administers this computer chooses. */
const CHOSEN_HERE = 5;

const DOWNLOAD_ONLY: State = { state: 'download-only' };
const OFF: State = { state: 'off' };

const POLICY_OPTIONS: ReadonlyMap<number, State> = new Map([
  [1, OFF],
  [2, ASKS_FIRST],
  [3, DOWNLOAD_ONLY],
  [4, ON],
  [7, DOWNLOAD_ONLY],
]);

const LEVELS: ReadonlyMap<number, State> = new Map([
  [0, ON],
  [1, OFF],
  [2, ASKS_FIRST],
  [3, DOWNLOAD_ONLY],
  [4, ON],
]);

const MANAGED_OPTIONS: ReadonlyMap<number, State> = new Map([
  [0, ASKS_FIRST],
  [1, ON],
  [2, ON],
  [3, ON],
  [4, ON],
  [5, OFF],
]);

function stateFrom(table: ReadonlyMap<number, State>, number: number | null, name: string): Outcome<State> {
  const state = number === null ? undefined : table.get(number);
  if (state !== undefined) return { ok: true, value: state };
  return { ok: false, reason: 'unexpected-output', detail: `${name} is ${number}.` };
}

/** @returns what keeps updates away for now, null when nothing does; a moment that is none is not understood */
function pauseOf({ pausedUntil, qualityPausedUntil, qualityPause }: UpdateSettings, now: Date): Outcome<string | null> {
  if (qualityPause === PAUSED) return { ok: true, value: 'A policy pauses security updates' };
  const moments = [pausedUntil, qualityPausedUntil].filter((text) => text !== null).map(momentOf);
  const latest = Math.max(0, ...moments.map((moment) => moment?.getTime() ?? 0));
  if (latest > now.getTime()) {
    return { ok: true, value: `Updates are paused until ${new Date(latest).toISOString().slice(0, 10)}` };
  }
  if (moments.includes(null))
    return { ok: false, reason: 'unexpected-output', detail: 'The end of a pause is no moment.' };
  if (qualityPause === null || NOT_PAUSED.has(qualityPause)) return { ok: true, value: null };
  return { ok: false, reason: 'unexpected-output', detail: `PausedQualityStatus is ${qualityPause}.` };
}

function off(obstacle: string): Outcome<State> {
  return { ok: true, value: { state: 'off', obstacle } };
}
