import { memberOf, parseJson } from '../../json.ts';
import type { AntivirusProduct } from './fact.ts';

/**
 * Reads `mdatp health --output json` of Microsoft Defender.
 * What calls itself unhealthy does not say whether it protects: the switch alone is no proof.
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
    isRealtimeOn: isRealtimeOn && !isPassive && canProtect(health) ? (isHealthy ? true : null) : false,
    areDefinitionsCurrent: definitionsState(memberOf(health, 'definitionsStatus')),
    definitionsFrom: null,
  };
}

/** A switch that is on does nothing without a licence, or where the kernel gives no way to look at files. */
function canProtect(health: unknown): boolean {
  if (memberOf(health, 'licensed') === false || setting(health, 'realTimeProtectionAvailable') === false) return false;
  const issues = memberOf(health, 'healthIssues');
  return !(Array.isArray(issues) && issues.some((issue) => /licen[cs]e/i.test(String(issue))));
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
