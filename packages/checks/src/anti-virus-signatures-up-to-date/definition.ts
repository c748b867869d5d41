import * as z from 'zod/mini';
import type { CheckDefinition, Wording } from '../definition.ts';
import {
  ANTIVIRUS_NOT_APPLICABLE,
  ANTIVIRUS_TEXTS,
  type AntivirusFact,
  type AntivirusProduct,
  acceptedProducts,
  antivirusFactSchema,
  antivirusParameters,
  isAntivirusOptional,
  namesOf,
} from '../readings/antivirus/fact.ts';
import { canFixAntivirus } from '../readings/antivirus/fixable.ts';
import { XPROTECT } from '../readings/antivirus/xprotect-id.ts';

const DAY_MS = 86_400_000;

const parametersSchema = z.object({
  ...antivirusParameters,
  maximumAgeDays: z._default(z.int().check(z.minimum(1), z.maximum(365)), 7),
  /** For XProtect, which gets new definitions every week or two: when six weeks bring none, none come any more. */
  maximumXprotectAgeDays: z._default(z.int().check(z.minimum(1), z.maximum(365)), 42),
});

export const antiVirusSignaturesUpToDate: CheckDefinition<AntivirusFact, z.infer<typeof parametersSchema>> = {
  type: 'AntiVirusSignaturesUpToDate',
  facts: 'antivirus',
  factSchema: antivirusFactSchema,
  parameters: parametersSchema,
  judge(fact, parameters, { operatingSystem, now }) {
    const daysFor = daysByProduct(parameters);
    const wanted = wantedAge(parameters.maximumAgeDays);
    if (isAntivirusOptional(fact, parameters, operatingSystem)) return { ...ANTIVIRUS_NOT_APPLICABLE, wanted };
    const accepted = acceptedProducts(fact, parameters);
    if (accepted.length === 0) {
      const found = namesOf(fact.products);
      return { state: 'failed', message: { key: 'none' }, description: { key: 'noneWhy' }, found, wanted };
    }
    // What was left behind and stands still may have fresh definitions: they protect no one while another one runs.
    const running = accepted.filter(({ isRunning }) => isRunning);
    const counted = running.length > 0 ? running : accepted;
    const ages = counted.map((product) => ({ product, age: ageOf(product, daysFor(product) * DAY_MS, now) }));
    const current = ages.find(({ age }) => age === 'current');
    if (current !== undefined) {
      const { product } = current;
      return {
        state: 'passed',
        message: { key: 'current' },
        description: { key: 'why' },
        found: describe(product),
        wanted: wantedAge(daysFor(product)),
      };
    }
    const old = ages.find(({ age }) => age === 'old');
    if (old === undefined) {
      return {
        state: 'unknown',
        reason: 'not-supported',
        message: { key: 'silent' },
        description: { key: 'silentWhy', values: { names: namesOf(counted) } },
        found: namesOf(counted),
        wanted,
      };
    }
    return {
      state: 'failed',
      message: { key: 'old' },
      description: { key: 'why' },
      found: describe(old.product),
      wanted: wantedAge(daysFor(old.product)),
      ...canFixAntivirus(accepted, operatingSystem),
    };
  },
  moments({ products }, parameters) {
    const daysFor = daysByProduct(parameters);
    return products.flatMap((product) => {
      if (product.definitionsFrom === null) return [];
      const from = Date.parse(product.definitionsFrom);
      return [from - DAY_MS, from + daysFor(product) * DAY_MS + 1];
    });
  },
  texts: {
    scanText: 'Antivirus definitions are up to date',
    unknownText: 'Antivirus definitions',
    ...ANTIVIRUS_TEXTS,
    atMostOneDay: 'At most 1 day old',
    atMostDays: 'At most {days} days old',
    from: 'From {day} ({name})',
    upToDate: 'Up to date ({name})',
    outOfDate: 'Out of date ({name})',
    current: 'Antivirus definitions are up to date',
    old: 'The antivirus definitions are out of date',
    why: 'Definitions tell the antivirus what the newest harmful programs look like.',
    silent: 'Antivirus definitions',
    silentWhy: '{names} does not say how old its definitions are.',
  },
  helpArticle: 'anti-virus-signatures-up-to-date',
  fixableOn: ['linux', 'macos', 'windows'],
};

function daysByProduct({ maximumAgeDays, maximumXprotectAgeDays }: z.infer<typeof parametersSchema>) {
  return ({ id }: AntivirusProduct) => (id === XPROTECT ? maximumXprotectAgeDays : maximumAgeDays);
}

function wantedAge(days: number): Wording {
  return days === 1 ? { key: 'atMostOneDay' } : { key: 'atMostDays', values: { days } };
}

/** A date in the future by more than a day is a wrong clock or a made-up answer: not known. */
function ageOf(product: AntivirusProduct, maximumMs: number, now: Date): 'current' | 'old' | 'unknown' {
  if (product.areDefinitionsCurrent !== null) return product.areDefinitionsCurrent ? 'current' : 'old';
  if (product.definitionsFrom === null) return 'unknown';
  const age = now.getTime() - Date.parse(product.definitionsFrom);
  if (Number.isNaN(age) || age < -DAY_MS) return 'unknown';
  return age <= maximumMs ? 'current' : 'old';
}

function describe({ name, areDefinitionsCurrent, definitionsFrom }: AntivirusProduct): Wording {
  if (definitionsFrom !== null) return { key: 'from', values: { day: definitionsFrom.slice(0, 10), name } };
  return { key: areDefinitionsCurrent === true ? 'upToDate' : 'outOfDate', values: { name } };
}
