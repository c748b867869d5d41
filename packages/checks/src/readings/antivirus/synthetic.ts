import type { CheckType } from '@vestibule/contracts';
import { type Synthetic, textsIn } from '../../synthetic.ts';

const DAY_MS = 86_400_000;

const ANTIVIRUS_CHECKS = [
  'AntiVirusInstalled',
  'AntiVirusRealtimeProtection',
  'AntiVirusSignaturesUpToDate',
] as const satisfies readonly CheckType[];

export function syntheticAntivirus({ isBad, look, now, parametersOf }: Synthetic): unknown {
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
