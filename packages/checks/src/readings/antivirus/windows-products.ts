import type { ServiceProgram } from '../../windows/services.ts';
import { slugOf } from '../../windows/values.ts';

export const DEFENDER = { id: 'defender', name: 'Microsoft Defender' } as const;

/** Makers whose products change their names; policies speak of the maker, as on the other systems. */
const MAKERS: readonly (readonly [RegExp, string])[] = [
  [/crowdstrike/i, 'crowdstrike'],
  [/sentinel\s?(?:one|agent)/i, 'sentinelone'],
  [/sophos/i, 'sophos'],
  [/\beset\b/i, 'eset'],
  [/trend micro|apex one/i, 'trend'],
  [/mcafee|trellix/i, 'mcafee'],
  [/norton/i, 'norton'],
  [/symantec/i, 'symantec'],
  [/kaspersky/i, 'kaspersky'],
  [/bitdefender/i, 'bitdefender'],
  [/\bavg\b/i, 'avg'],
  [/avast/i, 'avast'],
  [/avira/i, 'avira'],
  [/malwarebytes/i, 'malwarebytes'],
  [/webroot/i, 'webroot'],
  [/f-secure|withsecure/i, 'withsecure'],
  [/cylance/i, 'cylance'],
  [/cortex xdr/i, 'cortex'],
];

/** The name under which a policy speaks of a product. */
export function productIdOf(name: string): string {
  return MAKERS.find(([pattern]) => pattern.test(name))?.[1] ?? slugOf(name);
}

/** Products that guard as long as their service runs, and that do not always tell Windows Security Center. */
export const UNREGISTERED_PRODUCTS: readonly (ServiceProgram & { readonly name: string })[] = [
  { id: 'crowdstrike', name: 'CrowdStrike Falcon', services: ['CSFalconService'] },
  { id: 'sentinelone', name: 'SentinelOne', services: ['SentinelAgent'] },
  { id: 'carbon-black', name: 'Carbon Black', services: ['CbDefense'] },
];

export const DEFENDER_SERVICE = 'windefend';
