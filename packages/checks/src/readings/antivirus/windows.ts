import type { FactReader } from '../../definition.ts';
import { unavailableBecause, value } from '../../reading.ts';
import type { Outcome, SystemPort } from '../../system-port.ts';
import { type DefenderStatus, isDefenderHeldOff, readDefenderStatus } from '../../windows/defender.ts';
import { readSecurityProducts, type SecurityProduct } from '../../windows/security-products.ts';
import { readServices, type Services, stateOf } from '../../windows/services.ts';
import type { AntivirusFact, AntivirusProduct } from './fact.ts';
import { DEFENDER, DEFENDER_SERVICE, productIdOf, UNREGISTERED_PRODUCTS } from './windows-products.ts';

const SOURCE = 'Windows Security Center';
const MAXIMUM = 20;

export const windowsAntivirus: FactReader = {
  facts: 'antivirus',
  operatingSystem: 'windows',
  read: async (system) => {
    const products = await readProducts(system);
    if (!products.ok) return unavailableBecause(system, SOURCE, products);
    const fact: AntivirusFact = { products: [...products.value].slice(0, MAXIMUM) };
    return value(system, SOURCE, fact, { managed: await isDefenderHeldOff(system) });
  },
  watch: () => [],
};

async function readProducts(system: SystemPort): Promise<Outcome<readonly AntivirusProduct[]>> {
  const [registered, defender, services] = await Promise.all([
    readSecurityProducts(system, 'antivirus'),
    readDefenderStatus(system),
    readServices(system),
  ]);
  const others = registered.ok ? registered.value.filter(({ isMicrosoftDefender }) => !isMicrosoftDefender) : [];
  const products = [
    ...others.filter(({ state }) => state !== 'unproven').map(fromRow),
    ...(services.ok ? fromServices(services.value) : []),
    ...fromDefender(registered.ok ? registered.value : [], defender),
  ];
  const distinct = products.filter(({ id }, index) => products.findIndex((product) => product.id === id) === index);
  if (distinct.some(isGuarding)) return { ok: true, value: withoutIdleDefinitions(distinct) };
  const unproven = others.find(({ state }) => state === 'unproven');
  if (unproven !== undefined) {
    return { ok: false, reason: 'unexpected-output', detail: `${unproven.name} ${UNPROVEN}` };
  }
  // Nothing guards, as far as was read. That is the whole truth only when nothing could hide: Windows Security Center
  // names every antivirus, and where it does not answer, a Defender that does its work itself stands alone.
  if (!registered.ok && !(defender.ok && defender.value.mode === 'active')) return registered;
  if (!services.ok) return services;
  if (distinct.length > 0 || services.value.get(DEFENDER_SERVICE)?.isRunning !== true)
    return { ok: true, value: distinct };
  return defender.ok ? { ok: false, reason: 'unexpected-output', detail: CONTRADICTION } : defender;
}

const CONTRADICTION = 'The service of Microsoft Defender runs, but no antivirus is registered.';

const UNPROVEN = 'says that it is on, but no service of its maker runs.';

function fromRow({ name, state, areDefinitionsCurrent }: SecurityProduct): AntivirusProduct {
  const isOff = state === 'off' || state === 'expired';
  return {
    id: productIdOf(name),
    name,
    isRunning: !isOff,
    isRealtimeOn: state === 'unclear' ? null : state === 'on',
    areDefinitionsCurrent: state === 'unclear' ? null : areDefinitionsCurrent,
    definitionsFrom: null,
  };
}

/**
 * Defender knows more of itself than its row says, and a row can be made up: a row that says 'on' only says that there is
 * a Defender. Without a row Defender's own word counts, unless it was never there.
 */
function fromDefender(
  registered: readonly SecurityProduct[],
  defender: Outcome<DefenderStatus>,
): readonly AntivirusProduct[] {
  const row = registered.find(({ isMicrosoftDefender }) => isMicrosoftDefender);
  if (!defender.ok) return row === undefined ? [] : [{ ...fromRow(row), ...DEFENDER, ...withoutOwnWord(row) }];
  if (row === undefined && defender.value.mode === 'stopped') return [];
  const { isGuarding: isOn, mode, definitionsFrom, areDefinitionsOld } = defender.value;
  return [
    {
      ...DEFENDER,
      isRunning: mode !== 'stopped',
      isRealtimeOn: isOn,
      areDefinitionsCurrent: areDefinitionsOld === true ? false : definitionsFrom === null ? currentOf(row) : null,
      definitionsFrom,
    },
  ];
}

function withoutOwnWord({ state }: SecurityProduct): Partial<AntivirusProduct> {
  return state === 'on' ? { isRealtimeOn: null, areDefinitionsCurrent: null } : {};
}

function currentOf(row: SecurityProduct | undefined): boolean | null {
  return row === undefined || row.state === 'unclear' ? null : row.areDefinitionsCurrent;
}

function fromServices(services: Services): readonly AntivirusProduct[] {
  return UNREGISTERED_PRODUCTS.filter((program) => stateOf(program, services) !== 'absent').map((program) => {
    const isRunning = stateOf(program, services) === 'running';
    const unknown = { areDefinitionsCurrent: null, definitionsFrom: null };
    return { id: program.id, name: program.name, isRunning, isRealtimeOn: isRunning, ...unknown };
  });
}

function isGuarding({ isRunning, isRealtimeOn }: AntivirusProduct): boolean {
  return isRunning && isRealtimeOn === true;
}

/** The definitions of an antivirus that stands aside for another say nothing: it does not use them. */
function withoutIdleDefinitions(products: readonly AntivirusProduct[]): readonly AntivirusProduct[] {
  return products.map((product) =>
    isGuarding(product) ? product : { ...product, areDefinitionsCurrent: null, definitionsFrom: null },
  );
}
