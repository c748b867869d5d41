import type { OperatingSystem } from '@vestibule/contracts';
import * as z from 'zod/mini';
import type { SimpleTextRef } from '../../definition.ts';

export const antivirusProductSchema = z.object({
  /** Short and stable, for the accepted list of a policy: 'clamav', 'defender'. */
  id: z.string().check(z.maxLength(64)),
  name: z.string().check(z.maxLength(100)),
  isRunning: z.boolean(),
  /** Null where the product does not say. */
  isRealtimeOn: z.nullable(z.boolean()),
  /** What the product itself says of its definitions; null where only their date or nothing is known. */
  areDefinitionsCurrent: z.nullable(z.boolean()),
  definitionsFrom: z.nullable(z.iso.datetime()),
});
export type AntivirusProduct = z.infer<typeof antivirusProductSchema>;

export const antivirusFactSchema = z.object({ products: z.array(antivirusProductSchema).check(z.maxLength(20)) });
export type AntivirusFact = z.infer<typeof antivirusFactSchema>;

export const antivirusParameters = {
  /** Accepted products by id; empty for any. */
  products: z._default(z.array(z.string().check(z.maxLength(64))), []),
  /** What it means on Linux, where many companies use none, that there is no antivirus. */
  missingOnLinux: z._default(z.enum(['fail', 'not-applicable']), 'fail'),
};

interface Parameters {
  readonly products: readonly string[];
  readonly missingOnLinux: 'fail' | 'not-applicable';
}

/** The products a policy accepts. */
export function acceptedProducts(fact: AntivirusFact, { products }: Parameters): readonly AntivirusProduct[] {
  return fact.products.filter(({ id }) => products.length === 0 || products.includes(id));
}

/** Whether it is no fault that there is none. */
export function isAntivirusOptional(fact: AntivirusFact, parameters: Parameters, system: OperatingSystem): boolean {
  return system === 'linux' && fact.products.length === 0 && parameters.missingOnLinux === 'not-applicable';
}

/** 'ClamAV, Microsoft Defender', for evidence. */
export function namesOf(products: readonly AntivirusProduct[]): string | SimpleTextRef {
  return products.length === 0 ? { key: 'noAntivirus' } : products.map(({ name }) => name).join(', ');
}

/** For the three checks alike: no antivirus, and none is asked for. */
export const ANTIVIRUS_NOT_APPLICABLE = {
  state: 'not-applicable',
  message: { key: 'notApplicable' },
  description: { key: 'notApplicableWhy' },
  found: { key: 'noAntivirus' },
} as const;

export const ANTIVIRUS_TEXTS = {
  noAntivirus: 'No antivirus',
  notApplicable: 'No antivirus is needed on this computer',
  notApplicableWhy: 'Your company asks for none on Linux.',
  none: 'No antivirus is installed',
  noneWhy: 'An antivirus finds harmful programs before they reach your work.',
} as const;
