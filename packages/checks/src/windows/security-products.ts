import * as z from 'zod/mini';
import type { Outcome, SystemPort } from '../system-port.ts';
import { fileExists } from './file-exists.ts';
import { readSection } from './section.ts';
import { numberOrNull, textOrNull } from './values.ts';

const productsSchema = z.object({
  products: z.array(
    z.object({ name: z.string(), guid: textOrNull, state: numberOrNull, reporter: textOrNull, product: textOrNull }),
  ),
});

/** A program that has told Windows Security Center that it guards this computer. */
export interface SecurityProduct {
  readonly name: string;
  readonly isMicrosoftDefender: boolean;
  /** `unclear` for a state whose meaning nobody has written down. */
  readonly state: 'on' | 'off' | 'snoozed' | 'expired' | 'unclear';
  /** Null when it does not say. */
  readonly areDefinitionsCurrent: boolean | null;
}

const DEFENDER_GUID = '{d68ddc3a-831f-4fae-9e44-da132c1acf46}';

/**
 * Products by name. Rows of programs that are gone are left out, and several rows of one name, which updates leave behind,
 * are one product: on when any row is.
 */
export async function readSecurityProducts(
  system: SystemPort,
  section: 'antivirus' | 'firewallProducts',
): Promise<Outcome<readonly SecurityProduct[]>> {
  const rows = await readSection(system, section, productsSchema);
  if (!rows.ok) return rows;
  const products = new Map<string, SecurityProduct>();
  for (const { name, guid, state, reporter, product } of rows.value.products) {
    const isMicrosoftDefender =
      guid?.toLowerCase() === DEFENDER_GUID || product?.toLowerCase() === 'windowsdefender://';
    if (!isMicrosoftDefender && reporter !== null && (await fileExists(system, reporter)) === false) continue;
    const row = { name: name.slice(0, 100), isMicrosoftDefender, ...parseProductState(state) };
    const key = isMicrosoftDefender ? 'windowsdefender' : name.trim().toLowerCase();
    products.set(key, merge(products.get(key), row));
  }
  return { ok: true, value: [...products.values()] };
}

const STATES = ['off', 'on', 'snoozed', 'expired'] as const;

/** Two fields of a number that Microsoft never documented: bits 12 to 15 the state, bits 4 to 7 the definitions. */
export function parseProductState(state: number | null): Pick<SecurityProduct, 'state' | 'areDefinitionsCurrent'> {
  if (state === null || state < 0) return { state: 'unclear', areDefinitionsCurrent: null };
  const definitions = (state >> 4) & 0xf;
  return {
    state: STATES[(state >> 12) & 0xf] ?? 'unclear',
    areDefinitionsCurrent: definitions === 0 ? true : definitions === 1 ? false : null,
  };
}

function merge(known: SecurityProduct | undefined, row: SecurityProduct): SecurityProduct {
  if (known === undefined) return row;
  if (known.state === 'on' && row.state === 'on') {
    const isCurrent = known.areDefinitionsCurrent === true || row.areDefinitionsCurrent === true;
    return {
      ...known,
      areDefinitionsCurrent: isCurrent ? true : (known.areDefinitionsCurrent ?? row.areDefinitionsCurrent),
    };
  }
  return row.state === 'on' ? row : known;
}
