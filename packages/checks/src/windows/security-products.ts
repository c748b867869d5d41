import * as z from 'zod/mini';
import type { Outcome, SystemPort } from '../system-port.ts';
import { fileExists } from './file-exists.ts';
import { makerFolderOf } from './maker-folder.ts';
import { readSection } from './section.ts';
import { readServices } from './services.ts';
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
  /**
   * `unclear` for a state whose meaning no one has written down; `unproven` for one that says it is on while no service of
   * its maker runs: any program can be made to register, and nothing of it guards.
   */
  readonly state: 'on' | 'off' | 'snoozed' | 'expired' | 'unclear' | 'unproven';
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
  const running = await runningMakers(system);
  const products = new Map<string, SecurityProduct>();
  for (const { name, guid, state, reporter, product } of rows.value.products) {
    const isMicrosoftDefender =
      guid?.toLowerCase() === DEFENDER_GUID || product?.toLowerCase() === 'windowsdefender://';
    if (!isMicrosoftDefender && reporter !== null && (await fileExists(system, reporter)) === false) continue;
    const told = parseProductState(state);
    const makers = [reporter, product].map((path) => (path === null ? null : makerFolderOf(system, path)));
    const isProven = isMicrosoftDefender || makers.some((maker) => maker !== null && running.has(maker));
    const row: SecurityProduct = {
      name: name.slice(0, 100),
      isMicrosoftDefender,
      ...told,
      ...(told.state === 'on' && !isProven ? { state: 'unproven' } : {}),
    };
    const key = isMicrosoftDefender ? 'windowsdefender' : name.trim().toLowerCase();
    products.set(key, merge(products.get(key), row));
  }
  return { ok: true, value: [...products.values()] };
}

/** The makers of whose programs one runs as a service; none where services are not told. */
async function runningMakers(system: SystemPort): Promise<ReadonlySet<string>> {
  const services = await readServices(system);
  if (!services.ok) return new Set();
  const paths = [...services.value.values()].flatMap(({ isRunning, path }) =>
    isRunning && path !== null ? [path] : [],
  );
  return new Set(paths.flatMap((path) => makerFolderOf(system, path) ?? []));
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
