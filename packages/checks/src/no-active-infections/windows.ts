import type { FactReader } from '../definition.ts';
import { unavailable, unavailableBecause, value } from '../reading.ts';
import { readDefenderStatus } from '../windows/defender.ts';
import { readSection } from '../windows/section.ts';
import { readSecurityProducts } from '../windows/security-products.ts';
import type { ThreatsFact } from './definition.ts';
import { activeThreats, detectionsSchema, threatsSchema } from './windows-threats.ts';

const PRODUCT = 'Microsoft Defender';
const SOURCE = 'Windows Security Center';
const MAXIMUM = 100;

export const windowsThreats: FactReader = {
  facts: 'threats',
  operatingSystem: 'windows',
  read: async (system) => {
    const [registered, defender] = await Promise.all([
      readSecurityProducts(system, 'antivirus'),
      readDefenderStatus(system),
    ]);
    if (!defender.ok && defender.reason !== 'not-supported') return unavailableBecause(system, PRODUCT, defender);
    if (!defender.ok || defender.value.mode !== 'active') {
      // Defender stands aside for another antivirus, and no other keeps a list that can be asked for. What Defender's own
      // list held before says nothing any more.
      if (!registered.ok) return unavailableBecause(system, SOURCE, registered);
      const isOtherOn = registered.value.some(
        ({ isMicrosoftDefender, state }) => !isMicrosoftDefender && state === 'on',
      );
      if (isOtherOn) return value(system, SOURCE, { product: null, active: [] } satisfies ThreatsFact);
      return unavailable(system, PRODUCT, 'not-supported', 'Microsoft Defender is not the antivirus of this computer.');
    }
    const [threats, detections] = await Promise.all([
      readSection(system, 'threats', threatsSchema),
      readSection(system, 'detections', detectionsSchema),
    ]);
    if (!threats.ok) return unavailableBecause(system, PRODUCT, threats);
    if (!detections.ok) return unavailableBecause(system, PRODUCT, detections);
    const active = activeThreats(threats.value.threats, detections.value.detections);
    if (active === null) return unavailable(system, PRODUCT, 'unexpected-output', 'A threat is in an unknown state.');
    return value(system, PRODUCT, { product: PRODUCT, active: active.slice(0, MAXIMUM) } satisfies ThreatsFact);
  },
  watch: () => [],
};
