import { CHECK_DEFINITIONS } from '@vestibule/checks';
import type { CheckType, DeviceReport, SyntheticLaptop } from '@vestibule/contracts';
import { compareVersions, type Policy } from '@vestibule/policy';
import { LOOKS, type Look } from './system-looks.ts';

const SOURCE = 'Synthetic laptop';
const DAY_MS = 86_400_000;
/** Longer than any policy may allow. */
const IDLE_TOO_LONG_SECONDS = 100_000;
const USUAL_IDLE_SECONDS = 600;
const USUAL_AGENT = 'synthetic-agent';

type Parameters = Readonly<Record<string, unknown>>;

interface Making {
  readonly laptop: SyntheticLaptop;
  readonly look: Look;
  readonly now: Date;
  readonly isBad: (type: CheckType) => boolean;
  /** As the policy has them, with what it leaves out. */
  readonly parametersOf: (type: CheckType) => Parameters;
}

/**
 * What a synthetic laptop reports: good facts are good by this very policy, with the agents and products that it accepts,
 * and a fact of which one check could not be read is missing as a whole, as on a real one.
 */
export function syntheticFacts(laptop: SyntheticLaptop, policy: Policy, now: Date): DeviceReport['facts'] {
  const making: Making = {
    laptop,
    look: LOOKS[laptop.system],
    now,
    isBad: (type) => laptop.bad.includes(type),
    parametersOf: (type) => parametersIn(policy, type),
  };
  const unread = new Set(laptop.unread.map((type) => CHECK_DEFINITIONS[type].facts));
  const readAt = now.toISOString();
  return Object.fromEntries(
    Object.entries(FACTS).map(([facts, make]) => [
      facts,
      unread.has(facts)
        ? { source: SOURCE, readAt, unavailable: 'access-denied' as const }
        : { source: SOURCE, readAt, value: make(making) },
    ]),
  );
}

function parametersIn(policy: Policy, type: CheckType): Parameters {
  const parsed: unknown = CHECK_DEFINITIONS[type].parameters.parse(policy.checks[type]?.parameters ?? {});
  return typeof parsed === 'object' && parsed !== null ? { ...parsed } : {};
}

/** One entry for each fact that a check is judged by. */
const FACTS: Readonly<Record<string, (making: Making) => unknown>> = {
  threats: ({ isBad, look }) => ({
    product: look.antivirus.name,
    active: isBad('NoActiveInfections') ? [{ name: 'EICAR-Test-File', item: look.threatenedFile }] : [],
  }),
  operatingSystem: operatingSystemOf,
  registration: ({ isBad }) => ({ state: isBad('KnownDevice') ? 'waiting' : 'approved', keyProtection: 'tpm' }),
  signInSecret: signInSecretOf,
  firewall: ({ isBad, look }) => ({ isOn: !isBad('FirewallEnable'), manager: look.firewall, gaps: [] }),
  antivirus: antivirusOf,
  encryption: ({ isBad, look }) => ({
    state: isBad('DeviceEncrypted') ? 'not-encrypted' : 'encrypted',
    volume: look.volume,
  }),
  automaticUpdates: ({ isBad, look }) => ({
    state: isBad('OsAutoUpdateEnable') ? 'off' : 'on',
    mechanism: look.updates,
  }),
  screenLock: screenLockOf,
  management: managementOf,
  agents: agentsOf,
};

function operatingSystemOf({ isBad, look, laptop, parametersOf }: Making): unknown {
  if (isBad('OSSupported')) return { family: laptop.system, ...look.tooOld };
  const { minimumWindows, minimumMacos, minimumLinux } = parametersOf('OSSupported');
  if (laptop.system === 'linux') return { family: 'linux', ...acceptedLinux(minimumLinux, look.current) };
  const minimum = laptop.system === 'windows' ? minimumWindows : minimumMacos;
  const isNewer = typeof minimum === 'string' && compareVersions(minimum, look.current.version) > 0;
  return { family: laptop.system, ...look.current, ...(isNewer ? { version: minimum } : {}) };
}

/** The usual distribution, or one that the policy names. */
function acceptedLinux(minimums: unknown, usual: Look['current']): Look['current'] {
  const named = Object.entries(typeof minimums === 'object' && minimums !== null ? minimums : {});
  const [id = usual.id, minimum] = named.find(([name]) => name === usual.id) ?? named[0] ?? [];
  if (typeof minimum !== 'string') return usual;
  const version = minimum === 'any' || compareVersions(minimum, usual.version) < 0 ? usual.version : minimum;
  return { id, version, name: id === usual.id ? usual.name : id };
}

/** A sign-in by itself has a fix and is the commoner defect; where the policy allows it, there is no password at all. */
function signInSecretOf({ isBad, look, parametersOf }: Making): unknown {
  if (!isBad('PasswordSet')) return { secret: 'set', automaticSignIn: null };
  const isAllowed = parametersOf('PasswordSet')['allowAutomaticSignIn'] === true;
  return isAllowed
    ? { secret: 'none', automaticSignIn: null }
    : { secret: 'set', automaticSignIn: look.automaticSignIn };
}

const ANTIVIRUS_CHECKS = [
  'AntiVirusInstalled',
  'AntiVirusRealtimeProtection',
  'AntiVirusSignaturesUpToDate',
] as const satisfies readonly CheckType[];

function antivirusOf({ isBad, look, now, parametersOf }: Making): unknown {
  if (isBad('AntiVirusInstalled')) return { products: [] };
  // Three checks may accept different products: one of each is there.
  const accepted = ANTIVIRUS_CHECKS.flatMap((type) => textsIn(parametersOf(type)['products']).slice(0, 1));
  const ids = new Set(accepted.length === 0 ? [look.antivirus.id] : accepted);
  const isOld = isBad('AntiVirusSignaturesUpToDate');
  return {
    products: [...ids].map((id) => ({
      id,
      name: id === look.antivirus.id ? look.antivirus.name : id,
      isRunning: true,
      isRealtimeOn: !isBad('AntiVirusRealtimeProtection'),
      areDefinitionsCurrent: null,
      definitionsFrom: new Date(now.getTime() - (isOld ? 400 * DAY_MS : 0)).toISOString(),
    })),
  };
}

function screenLockOf({ isBad, look, parametersOf }: Making): unknown {
  const { maximumSeconds } = parametersOf('ScreenSaverTimeout');
  const inTime = Math.min(USUAL_IDLE_SECONDS, typeof maximumSeconds === 'number' ? maximumSeconds : USUAL_IDLE_SECONDS);
  return {
    desktop: look.desktop,
    idleSeconds: isBad('ScreenSaverState') ? null : isBad('ScreenSaverTimeout') ? IDLE_TOO_LONG_SECONDS : inTime,
    asksPassword: !isBad('ScreenSaverPasswordProtected'),
    graceSeconds: 0,
    managedSettings: [],
  };
}

function managementOf({ isBad, parametersOf }: Making): unknown {
  const [id = 'synthetic-management'] = textsIn(parametersOf('ManagedDevice')['services']);
  return isBad('ManagedDevice') ? { services: [] } : { services: [{ id, name: id, isEnrolled: true }] };
}

/** Every agent that the policy knows was looked for; of the accepted ones the first is there. */
function agentsOf({ isBad, parametersOf }: Making): unknown {
  const states = new Map<string, 'running' | 'stopped' | 'absent'>();
  for (const type of ['RmmAgent', 'FciAgentRunning'] as const) {
    const named = textsIn(parametersOf(type)['agents']);
    const [first, ...others] = named.length === 0 ? [USUAL_AGENT] : named;
    for (const other of others) if (!states.has(other)) states.set(other, 'absent');
    if (first !== undefined) states.set(first, isBad(type) ? 'stopped' : 'running');
  }
  return { agents: [...states].map(([name, state]) => ({ name, state })) };
}

function textsIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}
