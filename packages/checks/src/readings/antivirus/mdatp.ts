import { memberOf, parseJson } from '../../json.ts';
import type { AntivirusProduct } from './fact.ts';

/**
 * Reads `mdatp health --output json` of Microsoft Defender.
 * @returns null when the text is something else
 */
export function parseMdatpHealth(text: string): AntivirusProduct | null {
  const health = parseJson(text);
  const isHealthy = memberOf(health, 'healthy');
  const isRealtimeOn = setting(health, 'realTimeProtectionEnabled');
  if (typeof isHealthy !== 'boolean' || isRealtimeOn === null) return null;
  const isPassive = setting(health, 'passiveModeEnabled') === true;
  return {
    id: 'defender',
    name: 'Microsoft Defender',
    isRunning: true,
    isRealtimeOn: isRealtimeOn && !isPassive,
    areDefinitionsCurrent: definitionsState(memberOf(health, 'definitionsStatus')),
    definitionsFrom: null,
  };
}

/** A setting is a plain boolean or `{ value: true }`. */
function setting(health: unknown, name: string): boolean | null {
  const plain = memberOf(health, name);
  const value = memberOf(plain, 'value') ?? plain;
  return typeof value === 'boolean' ? value : null;
}

function definitionsState(status: unknown): boolean | null {
  const word = memberOf(status, '$type') ?? status;
  if (word === 'upToDate' || word === 'up_to_date') return true;
  return word === 'outOfDate' || word === 'out_of_date' ? false : null;
}
