import { type FactReading, say } from '@vestibule/contracts';
import { memberOf, parseJson } from '../json.ts';
import { unavailable, unavailableBecause, value } from '../reading.ts';
import type { SystemPort } from '../system-port.ts';
import type { ThreatsFact } from './definition.ts';

const TIMEOUT_MS = 10_000;
const PRODUCT = 'Microsoft Defender';

/** Asks Microsoft Defender for its list of threats, on Linux and macOS. @returns null when its tool is not installed */
export async function readMdatpThreats(system: SystemPort): Promise<FactReading | null> {
  const list = await system.run({
    tool: 'mdatp',
    arguments: ['threat', 'list', '--output', 'json'],
    timeoutMs: TIMEOUT_MS,
  });
  if (!list.ok && list.reason === 'tool-missing') return null;
  if (!list.ok) return unavailableBecause(system, PRODUCT, list);
  const active = list.value.code === 0 ? parseThreatList(list.value.stdout) : null;
  if (active === null)
    return unavailable(
      system,
      PRODUCT,
      'unexpected-output',
      say('The answer of {name} is not understood.', { name: 'mdatp' }),
    );
  return value(system, PRODUCT, { product: PRODUCT, active: [...active] } satisfies ThreatsFact);
}

/** No antivirus on this computer keeps a list that can be asked for. */
export function noThreatList(system: SystemPort): FactReading {
  return value(system, 'Antivirus programs', { product: null, active: [] } satisfies ThreatsFact);
}

/** States after which nothing is left to do. */
const OVER = /^(quarantined|removed|cleaned|remediated|blocked|resolved|quarantine_succeeded|remove_succeeded)$/;
const ACTIVE = /^(active|detected|found|allowed|restored|failed|\w*_failed)$/;

/** @returns null when the text is no list, or a threat is in a state that is not known */
function parseThreatList(text: string): ThreatsFact['active'] | null {
  const parsed = parseJson(text);
  const list = Array.isArray(parsed) ? parsed : memberOf(parsed, 'threats');
  if (!Array.isArray(list)) return null;
  const active: ThreatsFact['active'] = [];
  for (const threat of list) {
    const status = memberOf(threat, 'status') ?? memberOf(threat, 'threatStatus') ?? memberOf(threat, 'state');
    const word = typeof status === 'string' ? status.toLowerCase() : '';
    if (OVER.test(word)) continue;
    if (!ACTIVE.test(word)) return null;
    const name = memberOf(threat, 'name') ?? memberOf(threat, 'threatName');
    const path = memberOf(threat, 'filePaths', 0) ?? memberOf(threat, 'path');
    active.push({
      name: typeof name === 'string' && name !== '' ? name.slice(0, 200) : 'Threat without a name',
      ...(typeof path === 'string' ? { item: path.slice(0, 500) } : {}),
    });
  }
  return active.slice(0, 100);
}
