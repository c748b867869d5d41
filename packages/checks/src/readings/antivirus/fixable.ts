import type { Judgement } from '../../definition.ts';
import type { AntivirusProduct } from './fact.ts';

/** The antivirus whose services the client can turn on. The others are their makers' and the company's to set. */
export const FIXABLE_ANTIVIRUS = 'clamav';

/** The fix of a judgement, where the product at hand is one the client can turn on. */
export function canFixAntivirus(products: readonly AntivirusProduct[]): Pick<Judgement, 'fix'> {
  return products.some(({ id }) => id === FIXABLE_ANTIVIRUS) ? { fix: {} } : {};
}
