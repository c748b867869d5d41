import { memberOf, parseJson } from '../../json.ts';
import { readPreferences } from '../../macos/preferences.ts';
import { QUICK_TIMEOUT_MS, readTool } from '../../macos/tool.ts';
import { readUpdateSetting } from '../../os-auto-update-enable/macos-settings.ts';
import type { Outcome, SystemPort } from '../../system-port.ts';
import type { AntivirusProduct } from './fact.ts';
import { XPROTECT } from './xprotect-id.ts';

const OLD_BUNDLE = '/Library/Apple/System/Library/CoreServices/XProtect.bundle/Contents/Info.plist';
const HISTORY_TIMEOUT_MS = 12_000;

/** Files and folders that change with new definitions. */
export const XPROTECT_PLACES: readonly string[] = [OLD_BUNDLE, '/var/protected/xprotect/XProtect.bundle/Contents'];

/**
 * The antivirus that is a part of macOS.
 * @returns null where there is none
 */
export async function readXprotect(system: SystemPort): Promise<Outcome<AntivirusProduct | null>> {
  const version = await system.run({ tool: 'xprotect', arguments: ['version'], timeoutMs: QUICK_TIMEOUT_MS });
  if (!version.ok && version.reason !== 'tool-missing') return version;
  const own = version.ok
    ? {
        definitionsFrom: version.value.code === 0 ? parseXprotectVersion(version.value.stdout) : null,
        isRealtimeOn: await readScans(system),
      }
    : await readOldXprotect(system);
  if (own === null) return { ok: true, value: null };
  const feeding = await readUpdateSetting(system, 'ConfigDataInstall');
  const isFed = feeding.ok ? feeding.value.isOn : null;
  return {
    ok: true,
    value: {
      id: XPROTECT,
      name: 'XProtect',
      isRunning: true,
      isRealtimeOn: own.isRealtimeOn,
      // New definitions are 'system data files': without that switch the ones at hand only grow older.
      areDefinitionsCurrent: isFed === false ? false : null,
      // Where the switch cannot be read, their date proves nothing.
      definitionsFrom: feeding.ok ? own.definitionsFrom : null,
    },
  };
}

/** 'Version: 5360 Installed: 2026-09-18 21:53:58 +0000' (macOS 15 and newer). @returns ISO 8601, UTC */
export function parseXprotectVersion(text: string): string | null {
  const [, day, time, sign, hours, minutes] =
    /^Version: \d{1,9} Installed: (\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}:\d{2}) ([+-])(\d{2})(\d{2})\s*$/.exec(text) ?? [];
  if (day === undefined) return null;
  const installed = new Date(`${day}T${time}${sign}${hours}:${minutes}`);
  return Number.isNaN(installed.getTime()) ? null : installed.toISOString();
}

/** Whether programs are looked at when they start. To an ordinary person the tool may say 'disabled' whatever holds. */
async function readScans(system: SystemPort): Promise<boolean | null> {
  const status = await readTool(system, 'xprotect', ['status']);
  const scans = status.ok ? /^XProtect launch scans: (enabled|disabled)\s*$/m.exec(status.value)?.[1] : undefined;
  if (scans === 'enabled') return true;
  return scans === 'disabled' && system.isElevated ? false : null;
}

/** Up to macOS 14 there is no tool: it lies in a bundle, comes as an update, and works when Gatekeeper does. */
async function readOldXprotect(
  system: SystemPort,
): Promise<Pick<AntivirusProduct, 'definitionsFrom' | 'isRealtimeOn'> | null> {
  const [bundle, history, gatekeeper] = await Promise.all([
    readPreferences(system, OLD_BUNDLE),
    readTool(system, 'system_profiler', ['SPInstallHistoryDataType', '-json'], HISTORY_TIMEOUT_MS),
    readTool(system, 'spctl', ['--status']),
  ]);
  if (!bundle.ok || typeof memberOf(bundle.value, 'CFBundleShortVersionString') !== 'string') return null;
  return {
    definitionsFrom: history.ok ? parseInstallHistory(history.value) : null,
    isRealtimeOn: gatekeeper.ok && /^assessments enabled\s*$/.test(gatekeeper.value) ? true : null,
  };
}

/** The newest installation of definitions in `system_profiler SPInstallHistoryDataType -json`. @returns ISO 8601, UTC */
export function parseInstallHistory(text: string): string | null {
  const history = memberOf(parseJson(text), 'SPInstallHistoryDataType');
  if (!Array.isArray(history)) return null;
  const dates = history.flatMap((entry: unknown) => {
    const date = memberOf(entry, 'install_date');
    const isDefinitions = memberOf(entry, '_name') === 'XProtectPlistConfigData';
    const time = isDefinitions && typeof date === 'string' && /^\d{4}-\d{2}-\d{2}T[\d:]{8}Z$/.test(date);
    return time && !Number.isNaN(Date.parse(date)) ? [new Date(date).toISOString()] : [];
  });
  return dates.toSorted().at(-1) ?? null;
}
