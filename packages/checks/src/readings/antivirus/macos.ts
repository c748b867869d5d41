import type { FactReader } from '../../definition.ts';
import { listPrograms, runsProgram } from '../../macos/processes.ts';
import { notUnderstood, readTool } from '../../macos/tool.ts';
import { unavailableBecause, value } from '../../reading.ts';
import type { Outcome, SystemPort } from '../../system-port.ts';
import type { AntivirusFact, AntivirusProduct } from './fact.ts';
import { MACOS_DEFENDER, MACOS_PRODUCTS, type MacosProduct } from './macos-products.ts';
import { parseMdatpHealth } from './mdatp.ts';
import { parseSystemExtensions, type SystemExtension } from './system-extensions.ts';
import { readXprotect, XPROTECT_PLACES } from './xprotect.ts';

const SOURCE = 'Antivirus programs';
const DEFENDER_TIMEOUT_MS = 10_000;

export const macosAntivirus: FactReader = {
  facts: 'antivirus',
  operatingSystem: 'macos',
  read: async (system) => {
    const [programs, extensions, defender, xprotect] = await Promise.all([
      listPrograms(system),
      readExtensions(system),
      readDefender(system),
      readXprotect(system),
    ]);
    if (!programs.ok) return unavailableBecause(system, SOURCE, programs);
    if (!extensions.ok) return unavailableBecause(system, 'System extensions', extensions);
    if (!defender.ok) return unavailableBecause(system, MACOS_DEFENDER.name, defender);
    if (!xprotect.ok) return unavailableBecause(system, 'XProtect', xprotect);
    const products = MACOS_PRODUCTS.flatMap((product) => {
      if (product.id === MACOS_DEFENDER.id && defender.value !== null) return [defender.value];
      return look(product, extensions.value, programs.value) ?? [];
    });
    if (xprotect.value !== null) products.push(xprotect.value);
    return value(system, SOURCE, { products } satisfies AntivirusFact);
  },
  watch: () => [
    ...XPROTECT_PLACES,
    '/Library/SystemExtensions/db.plist',
    '/Library/Application Support/Microsoft/Defender',
  ],
};

/** What can be seen of a product from outside. @returns null when it is not installed */
function look(
  { id, name, extension, programs }: MacosProduct,
  extensions: readonly SystemExtension[],
  running: ReadonlySet<string>,
): AntivirusProduct | null {
  const isRunning = runsProgram(running, programs);
  const found = extensions.filter(({ bundleId, isLeaving }) => bundleId === extension && !isLeaving);
  if (!isRunning && found.length === 0) return null;
  const isWatching = found.some(({ isActive }) => isActive);
  // A product that watches through its extension and shows none may have been given another name for it.
  const isRealtimeOn = extension === null || found.length > 0 ? extension === null || isWatching : null;
  return {
    id,
    name,
    isRunning,
    isRealtimeOn: isRunning ? isRealtimeOn : false,
    areDefinitionsCurrent: null,
    definitionsFrom: null,
  };
}

async function readExtensions(system: SystemPort): Promise<Outcome<readonly SystemExtension[]>> {
  const listed = await readTool(system, 'systemextensionsctl', ['list']);
  if (!listed.ok) return listed;
  const extensions = parseSystemExtensions(listed.value);
  return extensions === null ? notUnderstood('systemextensionsctl', listed.value) : { ok: true, value: extensions };
}

/** Microsoft's own word. Null when its tool is not installed. */
async function readDefender(system: SystemPort): Promise<Outcome<AntivirusProduct | null>> {
  const health = await readTool(system, 'mdatp', ['health', '--output', 'json'], DEFENDER_TIMEOUT_MS);
  if (!health.ok) return health.reason === 'tool-missing' ? { ok: true, value: null } : health;
  const product = parseMdatpHealth(health.value);
  return product === null ? notUnderstood('mdatp', 'not a state of health') : { ok: true, value: product };
}
