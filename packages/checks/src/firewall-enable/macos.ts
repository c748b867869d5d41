import type { FactReader } from '../definition.ts';
import { memberOf, parseJson } from '../json.ts';
import { parseMacosVersion } from '../macos/macos-version.ts';
import { managedFiles, readManaged, readPreferences } from '../macos/preferences.ts';
import { notUnderstood, readTool } from '../macos/tool.ts';
import { unavailableBecause, value } from '../reading.ts';
import type { Outcome, SystemPort } from '../system-port.ts';
import type { FirewallFact } from './definition.ts';

interface Answer {
  readonly isOn: boolean;
  readonly source: string;
}

/** Profiles set the firewall here. */
export const MACOS_FIREWALL_DOMAIN = 'com.apple.security.firewall';

/** Holds the state up to macOS 14; on newer systems a file left behind says nothing. */
const OLD_PREFERENCES = '/Library/Preferences/com.apple.alf.plist';
const LAST_WITH_PREFERENCES = 14;
const MANAGER = 'macOS firewall';

/** Together shorter than the time a reader has. */
const PROFILER_TIMEOUT_MS = 10_000;
const TOOL_TIMEOUT_MS = 3000;

export const macosFirewall: FactReader = {
  facts: 'firewall',
  operatingSystem: 'macos',
  read: async (system) => {
    const [managed, state] = await Promise.all([readManaged(system, MACOS_FIREWALL_DOMAIN), readState(system)]);
    if (!managed.ok) return unavailableBecause(system, 'Profiles', managed);
    if (!state.ok) return unavailableBecause(system, 'Firewall settings', state);
    const { isOn, source } = state.value;
    return value(system, source, { isOn, manager: MANAGER, gaps: [] } satisfies FirewallFact, {
      managed: memberOf(managed.value, 'EnableFirewall') !== undefined,
    });
  },
  watch: (system) => [
    OLD_PREFERENCES,
    '/Library/Preferences/com.apple.networkextension.plist',
    ...managedFiles(system, MACOS_FIREWALL_DOMAIN),
  ],
};

/** The first of three ways that gives an answer. */
async function readState(system: SystemPort): Promise<Outcome<Answer>> {
  const profiler = await readProfiler(system);
  if (profiler.ok) return profiler;
  const tool = await readSocketFilter(system);
  if (tool.ok) return tool;
  const preferences = await readOldPreferences(system);
  return preferences.ok ? preferences : profiler;
}

async function readProfiler(system: SystemPort): Promise<Outcome<Answer>> {
  const words = ['SPFirewallDataType', '-json'];
  const report = await readTool(system, 'system_profiler', words, PROFILER_TIMEOUT_MS);
  if (!report.ok) return report;
  const isOn = parseFirewallReport(report.value);
  if (isOn === null) return notUnderstood('system_profiler', 'no state of the firewall');
  return { ok: true, value: { isOn, source: 'System report (firewall)' } };
}

/** 'allow_all' is what macOS calls a firewall that lets everything in: one that is off. */
const STATES: Readonly<Record<string, boolean>> = {
  spfirewall_globalstate_limit_connections: true,
  spfirewall_globalstate_block_all: true,
  spfirewall_globalstate_allow_all: false,
  spfirewall_globalstate_off: false,
};

/**
 * Reads `system_profiler SPFirewallDataType -json`. What it says of single applications and of stealth mode is no state
 * of the firewall.
 */
function parseFirewallReport(text: string): boolean | null {
  const reports = memberOf(parseJson(text), 'SPFirewallDataType');
  if (!Array.isArray(reports) || reports.length !== 1) return null;
  const state = memberOf(reports, 0, 'spfirewall_globalstate');
  return typeof state === 'string' && Object.hasOwn(STATES, state) ? (STATES[state] ?? null) : null;
}

async function readSocketFilter(system: SystemPort): Promise<Outcome<Answer>> {
  const answer = await system.run({
    tool: 'socketfilterfw',
    arguments: ['--getglobalstate'],
    timeoutMs: TOOL_TIMEOUT_MS,
  });
  if (!answer.ok) return answer;
  const { code, stdout, stderr } = answer.value;
  const isOn = code === 0 ? parseSocketFilter(`${stdout}\n${stderr}`) : null;
  if (isOn === null) return notUnderstood('socketfilterfw', stdout || stderr);
  return { ok: true, value: { isOn, source: 'Firewall (socketfilterfw)' } };
}

/** The number counts, not the words: they change with the version, and 'blocking all' has no 'enabled' in it. */
function parseSocketFilter(text: string): boolean | null {
  const states = [...text.matchAll(/\(State = (\d)\)/g)].map(([, digit]) => digit);
  const [state] = states;
  if (states.length !== 1 || state === undefined || !['0', '1', '2'].includes(state)) return null;
  return state !== '0';
}

async function readOldPreferences(system: SystemPort): Promise<Outcome<Answer>> {
  const answer = await readTool(system, 'sw_vers', [], TOOL_TIMEOUT_MS);
  const version = answer.ok ? parseMacosVersion(answer.value) : null;
  if (version === null || version.major > LAST_WITH_PREFERENCES) {
    return { ok: false, reason: 'not-supported', detail: 'This version keeps no such file.' };
  }
  const preferences = await readPreferences(system, OLD_PREFERENCES);
  if (!preferences.ok) return preferences;
  const state = memberOf(preferences.value, 'globalstate');
  if (state !== 0 && state !== 1 && state !== 2) return notUnderstood('plutil', 'no state of the firewall');
  return { ok: true, value: { isOn: state !== 0, source: OLD_PREFERENCES } };
}
