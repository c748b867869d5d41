import { createFactSource } from '../../facts/fact-source.ts';
import { judgeFacts } from '../../report/judge-facts.ts';
import { readDevice } from '../../state/device.ts';
import { readInstallation } from '../../state/installation.ts';
import { lastReport } from '../../state/sequence.ts';
import { readDeviceDetails } from '../../system/device-details.ts';
import { CLIENT_VERSION } from '../../version.ts';
import type { Command } from '../command.ts';
import { EXIT_CODES } from '../exit-codes.ts';
import { formatTable } from '../table.ts';

export const statusCommand: Command = {
  name: 'status',
  usage: '',
  summary: 'See this computer, its portals and how its checks stand',
  explanation: [
    'Checks are counted by their usual rules; what your company requires is decided by its policy, at sign-in.',
    'Details: `workplace check`.',
  ],
  examples: ['workplace status'],
  options: {},
  positionals: 0,
  run: async (_, { state, system, terminal }) => {
    const [device, installation, details, report, facts] = await Promise.all([
      readDevice(state),
      readInstallation(state),
      readDeviceDetails(system),
      lastReport(state),
      createFactSource(system).collect(),
    ]);
    const checks = judgeFacts(facts, { operatingSystem: system.operatingSystem, now: system.now() });
    const inState = (wanted: string) => checks.filter(({ state: found }) => found === wanted);
    const portals = installation.state === 'read' ? installation.value.portals.map(({ origin }) => origin) : [];
    const counts = (['passed', 'failed', 'unknown'] as const).map((name) => `${inState(name).length} ${name}`);
    const isReady = device.ok && portals.length > 0;
    terminal.print(
      formatTable([
        ['Computer', `${details.deviceName} (${details.osVersionCaption})`],
        ['Workplace', CLIENT_VERSION],
        ['Device id', device.ok ? device.device.deviceId : device.detail],
        ['Portals', portals.join(', ') || 'none yet; run: workplace install'],
        ['Last report', report === null ? 'none yet' : `number ${report.sequence}, ${report.at.toISOString()}`],
        ['Checks now', counts.join(', ')],
      ]),
    );
    for (const { type, message } of inState('failed')) terminal.print(`  failed   ${type}: ${message}`);
    for (const { type, message } of inState('unknown')) terminal.print(`  unknown  ${type}: ${message}`);
    return isReady && inState('passed').length === checks.length ? EXIT_CODES.fine : EXIT_CODES.attention;
  },
};
