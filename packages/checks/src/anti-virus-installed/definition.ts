import * as z from 'zod/mini';
import type { CheckDefinition } from '../definition.ts';
import {
  ANTIVIRUS_NOT_APPLICABLE,
  ANTIVIRUS_TEXTS,
  type AntivirusFact,
  acceptedProducts,
  antivirusFactSchema,
  antivirusParameters,
  isAntivirusOptional,
  namesOf,
} from '../readings/antivirus/fact.ts';
import { ONE_OF_TEXTS, oneOf } from '../wording.ts';

const parametersSchema = z.object(antivirusParameters);

export const antiVirusInstalled: CheckDefinition<AntivirusFact, z.infer<typeof parametersSchema>> = {
  type: 'AntiVirusInstalled',
  facts: 'antivirus',
  factSchema: antivirusFactSchema,
  parameters: parametersSchema,
  judge(fact, parameters, { operatingSystem }) {
    const accepted = acceptedProducts(fact, parameters);
    const wanted = parameters.products.length === 0 ? { key: 'any' } : oneOf(parameters.products);
    if (isAntivirusOptional(fact, parameters, operatingSystem)) return { ...ANTIVIRUS_NOT_APPLICABLE, wanted };
    const found = namesOf(fact.products);
    if (accepted.length > 0) {
      const description = { key: 'installedWhy', values: { names: namesOf(accepted) } };
      return { state: 'passed', message: { key: 'installed' }, description, found, wanted };
    }
    const isOther = fact.products.length > 0;
    return {
      state: 'failed',
      message: { key: isOther ? 'other' : 'none' },
      description: isOther ? { key: 'otherWhy', values: { wanted: parameters.products } } : { key: 'noneWhy' },
      found,
      wanted,
    };
  },
  texts: {
    scanText: 'Antivirus is installed',
    unknownText: 'Antivirus',
    ...ANTIVIRUS_TEXTS,
    ...ONE_OF_TEXTS,
    any: 'Any antivirus',
    installed: 'Antivirus is installed',
    installedWhy: 'Found: {names}.',
    other: 'The antivirus is not one your company accepts',
    otherWhy: 'Your company accepts {wanted}.',
  },
  helpArticle: 'anti-virus-installed',
  fixableOn: [],
};
