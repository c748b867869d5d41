import type { OperatingSystem } from '@vestibule/contracts';
import type { Judgement } from '../../definition.ts';
import type { AntivirusProduct } from './fact.ts';
import { XPROTECT } from './xprotect-id.ts';

/** The antivirus whose services the client can turn on. The others are their makers' and the company's to set. */
const FIXABLE: ReadonlySet<string> = new Set(['clamav', XPROTECT]);

/** On Windows the client can turn on the system's own antivirus, which stands aside while there is another. */
const OWN_OF_WINDOWS = 'defender';

/** The fix of a judgement, where the product at hand is one the client can turn on. */
export function canFixAntivirus(
  products: readonly AntivirusProduct[],
  operatingSystem: OperatingSystem,
): Pick<Judgement, 'fix'> {
  const isFixable =
    operatingSystem === 'windows'
      ? products.every(({ id }) => id === OWN_OF_WINDOWS)
      : products.some(({ id }) => FIXABLE.has(id));
  return isFixable ? { fix: {} } : {};
}
