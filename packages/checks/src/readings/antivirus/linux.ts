import { say } from '@vestibule/contracts';
import type { FactReader } from '../../definition.ts';
import { readFileFacts } from '../../linux/file-facts.ts';
import { readServices, WATCHED_UNIT_FOLDERS } from '../../linux/service-state.ts';
import { unavailableBecause, value } from '../../reading.ts';
import type { Outcome, SystemPort } from '../../system-port.ts';
import { type ClamavSettings, guardsPerson, ownFolderOf, readClamavSettings } from './clamav-settings.ts';
import { parseClamavVersion } from './clamav-version.ts';
import type { AntivirusFact, AntivirusProduct } from './fact.ts';
import { CLAMAV_DAEMON, CLAMAV_ON_ACCESS, CLAMAV_PROGRAM, WATCHING_PRODUCTS } from './linux-products.ts';
import { parseMdatpHealth } from './mdatp.ts';

const DEFENDER_TIMEOUT_MS = 10_000;
const CLAMAV_TIMEOUT_MS = 10_000;

export const linuxAntivirus: FactReader = {
  facts: 'antivirus',
  operatingSystem: 'linux',
  read: async (system) => {
    const source = 'Antivirus programs';
    const settings = await readClamavSettings(system);
    const told = settings.ok ? settings.value : null;
    const [services, defender, clamav] = await Promise.all([
      readServices(system, [CLAMAV_DAEMON, CLAMAV_ON_ACCESS, ...WATCHING_PRODUCTS]),
      readDefender(system),
      readClamavVersion(system, ownFolderOf(told)),
    ]);
    if (!services.ok) return unavailableBecause(system, source, services);
    if (!defender.ok) return unavailableBecause(system, source, defender);
    if (!clamav.ok) return unavailableBecause(system, source, clamav);
    const stateOf = (id: string) => services.value.get(id) ?? 'absent';
    const products: AntivirusProduct[] = WATCHING_PRODUCTS.filter(({ id }) => stateOf(id) !== 'absent').map(
      ({ id, name }) => ({
        id,
        name,
        isRunning: stateOf(id) === 'running',
        isRealtimeOn: stateOf(id) === 'running',
        // These keep no definitions on the computer, or do not show them.
        areDefinitionsCurrent: null,
        definitionsFrom: null,
      }),
    );
    if (defender.value !== null) products.unshift(defender.value);
    const isRunning = stateOf(CLAMAV_DAEMON.id) === 'running';
    const isStopped = stateOf(CLAMAV_DAEMON.id) === 'stopped';
    if (clamav.value !== null || isRunning || (isStopped && (await isDaemonThere(system)))) {
      const definitionsFrom = clamav.value?.definitionsFrom ?? null;
      products.push({
        id: CLAMAV_DAEMON.id,
        name: CLAMAV_DAEMON.name,
        isRunning,
        isRealtimeOn: isRunning && stateOf(CLAMAV_ON_ACCESS.id) === 'running' ? await isGuarding(system, told) : false,
        areDefinitionsCurrent: clamav.value !== null && definitionsFrom === null ? false : null,
        definitionsFrom,
      });
    }
    return value(system, source, { products } satisfies AntivirusFact);
  },
  watch: () => [...WATCHED_UNIT_FOLDERS, '/var/lib/clamav', '/etc/opt/microsoft/mdatp'],
};

/** It runs; null where what it is told is not known, and so whether it keeps this person from anything. */
async function isGuarding(system: SystemPort, settings: ClamavSettings | null): Promise<boolean | null> {
  return settings === null ? null : guardsPerson(system, settings);
}

/** A package that was removed leaves its old start script behind, and systemd makes a unit of that. */
async function isDaemonThere(system: SystemPort): Promise<boolean> {
  const facts = await readFileFacts(system, [CLAMAV_PROGRAM]);
  return !facts.ok || facts.value.has(CLAMAV_PROGRAM);
}

/** Null when it is not installed. */
async function readDefender(system: SystemPort): Promise<Outcome<AntivirusProduct | null>> {
  const health = await system.run({
    tool: 'mdatp',
    arguments: ['health', '--output', 'json'],
    timeoutMs: DEFENDER_TIMEOUT_MS,
  });
  if (!health.ok) return health.reason === 'tool-missing' ? { ok: true, value: null } : health;
  const product = health.value.code === 0 ? parseMdatpHealth(health.value.stdout) : null;
  if (product === null)
    return {
      ok: false,
      reason: 'unexpected-output',
      detail: say('The answer of {name} is not understood.', { name: 'mdatp' }),
    };
  return { ok: true, value: product };
}

/**
 * Null when the scanner is not installed.
 * @param folder where the daemon has its definitions from, if that is not the usual place
 */
async function readClamavVersion(
  system: SystemPort,
  folder: string | null,
): Promise<Outcome<{ definitionsFrom: string | null } | null>> {
  const place = folder === null ? [] : [`--database=${folder}`];
  const answer = await system.run({
    tool: 'clamscan',
    arguments: ['--version', ...place],
    timeoutMs: CLAMAV_TIMEOUT_MS,
  });
  if (!answer.ok) return answer.reason === 'tool-missing' ? { ok: true, value: null } : answer;
  const version = answer.value.code === 0 ? parseClamavVersion(answer.value.stdout) : null;
  if (version === null)
    return {
      ok: false,
      reason: 'unexpected-output',
      detail: say('The answer of {name} is not understood.', { name: 'clamscan' }),
    };
  return { ok: true, value: version };
}
