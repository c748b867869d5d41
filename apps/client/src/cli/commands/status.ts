import { oneScan } from '@vestibule/checks';
import { createFactSource } from '../../facts/fact-source.ts';
import { isRepairable } from '../../fixes/repairable.ts';
import { RUN_INSTALL } from '../../install/advice.ts';
import { type JudgedCheck, judgeFacts } from '../../report/judge-facts.ts';
import { readModes } from '../../state/application-modes.ts';
import { KEY_PLACES } from '../../keys/where-keys-are.ts';
import { type DeviceRead, readDevice } from '../../state/device.ts';
import { fixHistoryPath, latestFixes } from '../../state/fix-history.ts';
import { readConnections } from '../../state/provisioning.ts';
import { lastReport } from '../../state/sequence.ts';
import type { StateFolder } from '../../state/state-folder.ts';
import { readDeviceDetails } from '../../system/device-details.ts';
import { CLIENT_VERSION } from '../../version.ts';
import type { Command } from '../command.ts';
import { EXIT_CODES } from '../exit-codes.ts';
import { fixList } from '../fix-list.ts';
import { formatTime } from '../format-time.ts';
import { formatTable } from '../table.ts';

export const statusCommand: Command = {
  name: 'status',
  usage: '',
  summary: 'See this computer, its portals, how its checks stand, and what Workplace has fixed',
  explanation: [
    'Checks are counted by their usual rules; what your company requires is decided by its policy, at sign-in.',
    'Below the checks stand the latest fixes that Workplace made here, each with how to take it back.',
    'Details of what is read: `workplace check`.',
  ],
  examples: ['workplace status'],
  options: {},
  positionals: 0,
  run: async (_, { program, state, system, terminal }) => {
    const scan = oneScan(system);
    const [device, installation, modes, details, report, facts, fixes] = await Promise.all([
      readDevice(state, system),
      readConnections(state, program),
      readModes(state),
      readDeviceDetails(scan),
      lastReport(state),
      createFactSource(system).collect(undefined, scan),
      listFixes(state),
    ]);
    const checks = judgeFacts(facts, { operatingSystem: system.operatingSystem, now: system.now() });
    const inState = (wanted: string) => checks.filter(({ state: found }) => found === wanted);
    const origins = installation.state === 'read' ? installation.value.portals.map(({ origin }) => origin) : [];
    const portals = origins.map((origin) => (modes[origin] === undefined ? origin : `${origin} (${modes[origin]})`));
    const counts = (['passed', 'failed', 'unknown'] as const).map((name) => `${inState(name).length} ${name}`);
    const isReady = device.ok && portals.length > 0;
    terminal.print(
      formatTable([
        ['Computer', `${details.deviceName} (${details.osVersionCaption})`],
        ['Workplace', CLIENT_VERSION],
        ['Device id', deviceId(device)],
        ...(device.ok ? [['Keys', KEY_PLACES[device.device.keyProtection]]] : []),
        ['Portals', installation.state === 'damaged' ? 'cannot be read' : portals.join(', ') || 'none yet'],
        ['Last report', report === null ? 'none yet' : `number ${report.sequence}, ${formatTime(report.at)}`],
        ['Checks now', counts.join(', ')],
      ]),
    );
    const rows = [...inState('failed'), ...inState('unknown')].map(checkRow);
    if (rows.length > 0) terminal.print(formatTable(rows));
    for (const line of fixes) terminal.print(line);
    const repairable = inState('failed').filter((check) => isRepairable(check, system.operatingSystem));
    const steps = [
      ...(device.ok || device.code === 'keys-missing' ? [] : [device.detail]),
      ...(installation.state === 'damaged' ? [`${installation.detail} Remove it. ${RUN_INSTALL}`] : []),
      ...(installation.state === 'read' && portals.length === 0
        ? [`This computer is not connected with a portal yet. ${RUN_INSTALL}`]
        : []),
      ...repairable.map(({ type }) => `workplace fix ${type}`),
    ];
    if (steps.length > 0) terminal.print(['', 'Next', ...steps.map((step) => `  ${step}`)].join('\n'));
    return isReady && inState('passed').length === checks.length ? EXIT_CODES.fine : EXIT_CODES.attention;
  },
};

function deviceId(read: DeviceRead): string {
  if (read.ok) return read.device.deviceId;
  return read.code === 'keys-missing' ? 'none yet' : 'cannot be read';
}

/** What could not be read has no verdict to show; why it could not is what helps. */
function checkRow({ type, state, message, found }: JudgedCheck): readonly string[] {
  return [`  ${state}`, type, state === 'unknown' ? `${message}: ${found}` : message];
}

async function listFixes(state: StateFolder): Promise<readonly string[]> {
  const path = fixHistoryPath(state);
  try {
    return fixList(await latestFixes(state), path);
  } catch {
    return ['', `What Workplace has fixed cannot be read: ${path}`];
  }
}
