import { expect, test } from 'vitest';
import type { Company } from '../../repositories/companies.ts';
import { isRefusal } from '../../context/server-context.ts';
import { planAddress } from './plan-address.ts';

const [GATE, HARBOUR, OLD, NEW] = ['gate', 'harbour', 'old', 'new'].map((name) => `https://${name}.example.com`);

function companyAt(name: string, publicUrl: string | undefined): Company {
  // What a plan looks at, and nothing else.
  return { name, displayName: name, publicUrl } as Company;
}

const ALDERBROOK = companyAt('alderbrook', GATE);
const BOTH = [ALDERBROOK, companyAt('harbour', HARBOUR)] as const;

test.each([
  ['nothing is said', [ALDERBROOK], GATE, null, [GATE, null, null]],
  ['another is said', [ALDERBROOK], GATE, NEW, [NEW, 'alderbrook', null]],
  ['there is no file', [ALDERBROOK], null, GATE, [GATE, null, null]],
  ['there is no file, and another is said', [ALDERBROOK], null, NEW, [NEW, 'alderbrook', null]],
  ['the file is behind', [ALDERBROOK], OLD, null, [GATE, null, 'alderbrook']],
  ['the file is behind, and the address is said', [ALDERBROOK], OLD, GATE, [GATE, null, 'alderbrook']],
  ['the file is behind one of several', BOTH, OLD, HARBOUR, [HARBOUR, null, 'harbour']],
  ['one of several is moved', BOTH, HARBOUR, NEW, [NEW, 'harbour', null]],
] as const)('%s', (_name, companies, noted = '', said = '', expected) => {
  const plan = planAddress([...companies], { noted, said });
  expect(isRefusal(plan) ? plan.message : [plan.to, plan.moving?.name ?? null, plan.followed?.name ?? null]).toEqual(
    expected,
  );
});

test.each([
  ['the file is behind, and a third is said', BOTH, OLD, NEW, `alderbrook is at ${GATE}, harbour is at ${HARBOUR}`],
  ['it is another person’s', BOTH, GATE, HARBOUR, 'is the address of harbour'],
  ['the others are at https', BOTH, GATE, 'http://localhost:8080', 'have to be at http://'],
] as const)('is refused where %s', (_name, companies, noted = '', said = '', sentence) => {
  expect(planAddress([...companies], { noted, said })).toMatchObject({
    refused: 'not_possible',
    message: expect.stringContaining(sentence) as unknown,
  });
});
