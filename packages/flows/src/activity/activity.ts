import type { ActivityVerb, CheckResult, CheckType, FixOutcome, SessionData } from '@vestibule/contracts';
import type { Ports } from '../ports.ts';

/** What the activity log is told (specification, section 7). Nothing waits for it and nothing hangs on it. */

/** The verb of a check that was repaired; the specification has none for the others. */
const VERBS: Readonly<Partial<Record<CheckType, ActivityVerb>>> = {
  AntiVirusInstalled: 'antivirusRemediated',
  AntiVirusRealtimeProtection: 'antivirusRemediated',
  AntiVirusSignaturesUpToDate: 'antivirusRemediated',
  NoActiveInfections: 'antivirusRemediated',
  ScreenSaverState: 'screenSaverRemediated',
  ScreenSaverPasswordProtected: 'screenSaverRemediated',
  ScreenSaverTimeout: 'screenSaverTimeoutRemediated',
  FciAgentRunning: 'fciAgentInstalled',
  RmmAgent: 'rmmAgentInstalled',
};

export function verbOfFix(type: CheckType): ActivityVerb | null {
  return VERBS[type] ?? null;
}

export interface Actor {
  readonly ports: Ports;
  /** Whose token the log takes; without a session of the second version nothing is written. */
  readonly session: SessionData | null;
  readonly deviceName: string;
}

export async function writeActivity({ ports, session, deviceName }: Actor, verb: ActivityVerb): Promise<void> {
  if (session === null) return;
  await ports.server.call('activity', { body: { verb, details: { deviceName } }, token: session.token });
}

/** Writes what was repaired, one entry each; the installation of the agent has a call of its own next to it. */
export async function writeFixes(actor: Actor, outcomes: readonly FixOutcome[]): Promise<void> {
  const fixed = outcomes.filter(({ outcome }) => outcome === 'fixed').map(({ fixActionType }) => fixActionType);
  const verbs = fixed.map(verbOfFix).filter((verb) => verb !== null);
  await Promise.all([
    ...[...new Set(verbs)].map((verb) => writeActivity(actor, verb)),
    ...(fixed.includes('FciAgentRunning')
      ? [actor.ports.server.call('logFciAgentInstallation', { body: { deviceName: actor.deviceName } })]
      : []),
  ]);
}

/** Writes that the response of this verdict is about to be posted. */
export async function writeSignIn(actor: Actor, result: CheckResult): Promise<void> {
  const { ports, session } = actor;
  if (session === null) return;
  const body = {
    securityChecks: result.securityChecks.map(({ checkType, isPassed, isRequired }) => ({
      checkType,
      isPassed,
      isRequired,
    })),
    deviceOsType: result.deviceOsType,
    deviceName: result.deviceName,
    deviceType: result.deviceType,
    osVersionCaption: result.osVersionCaption,
    clientVersion: result.clientVersion,
    model: result.model,
    manufacturer: result.manufacturer,
    serialNumber: result.serialNumber,
    deviceLoginName: result.deviceLoginName,
  };
  await Promise.all([
    ports.server.call('samlLoginActivity', { body, token: session.token }),
    writeActivity(actor, 'deviceLoginStateSuccess'),
  ]);
}
