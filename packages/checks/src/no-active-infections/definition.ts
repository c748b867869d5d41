import * as z from 'zod/mini';
import type { CheckDefinition } from '../definition.ts';

const threatSchema = z.object({
  name: z.string().check(z.maxLength(200)),
  /** The file or process it was found in. */
  item: z.optional(z.string().check(z.maxLength(500))),
});

export const threatsFactSchema = z.object({
  /** The antivirus that keeps the list; null when none on this computer keeps one. */
  product: z.nullable(z.string().check(z.maxLength(100))),
  active: z.array(threatSchema).check(z.maxLength(100)),
});
export type ThreatsFact = z.infer<typeof threatsFactSchema>;

const parametersSchema = z.object({});

export const noActiveInfections: CheckDefinition<ThreatsFact, z.infer<typeof parametersSchema>> = {
  type: 'NoActiveInfections',
  facts: 'threats',
  factSchema: threatsFactSchema,
  parameters: parametersSchema,
  judge({ product, active }, _, { operatingSystem }) {
    const wanted = { key: 'none' };
    if (active.length > 0) {
      const count = active.length;
      return {
        state: 'failed',
        message: count === 1 ? { key: 'one' } : { key: 'many', values: { count } },
        description: { key: 'notRemoved', values: { product: product ?? { key: 'theAntivirus' } } },
        found: count === 1 ? { key: 'foundOne' } : { key: 'foundMany', values: { count } },
        wanted,
        items: active.slice(0, 20).map(({ name, item }) => ({ label: name, value: item ?? { key: 'noPlace' } })),
        ...(operatingSystem === 'windows' ? { fix: {} } : {}),
      };
    }
    if (product === null) {
      return {
        state: 'not-applicable',
        message: { key: 'noList' },
        description: { key: 'noListWhy' },
        found: { key: 'foundNoList' },
        wanted,
      };
    }
    return {
      state: 'passed',
      message: { key: 'none' },
      description: { key: 'noneWhy', values: { product } },
      found: wanted,
      wanted,
    };
  },
  texts: {
    theAntivirus: 'The antivirus',
    foundOne: '1 active threat',
    foundMany: '{count} active threats',
    noPlace: 'Place not reported',
    foundNoList: 'No antivirus that keeps a list of threats',
    scanText: 'No active threats',
    unknownText: 'Active threats',
    none: 'No active threats',
    noneWhy: '{product} reports nothing that still needs removing.',
    one: 'An active threat was found on this computer',
    many: '{count} active threats were found on this computer',
    notRemoved: '{product} found a harmful program and has not removed it yet.',
    noList: 'No list of threats is kept on this computer',
    noListWhy: 'The antivirus of this computer keeps no list of threats, so there is nothing to judge.',
  },
  helpArticle: 'no-active-infections',
  fixableOn: ['windows'],
};
