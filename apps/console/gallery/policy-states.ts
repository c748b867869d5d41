import {
  adminApplyPolicyCall,
  adminPolicyCall,
  adminPolicyVersionCall,
  adminPolicyVersionsCall,
} from '@vestibule/contracts';
import { given, Refused, unanswered } from '../src/testing/fake-ports.ts';
import { aboutPolicy, applied, CHANGED, held, TEXT, THEIRS, VERSION } from '../src/testing/policy-samples.ts';
import { empty, three } from './companies.ts';
import { as, at, defineStates } from './state.ts';

const version = (id: string, name: string, createdBy: string) =>
  ({ id, version: name, source: 'command', createdAt: '2026-11-20T08:00:00.000Z', createdBy }) as const;
const now = version('2', 'bbbbbbbbbbbbbbbb', 'tomas');
const before = version('1', VERSION, 'greg');
const history = [
  given(adminPolicyVersionsCall, { versions: [now, before], next: null }),
  given(adminPolicyCall, held(CHANGED, now.version)),
  given(adminPolicyVersionCall, { ...before, text: TEXT, before: null }),
];
const over = given(adminApplyPolicyCall, applied({ isOverLimit: true, toAccept: 13 }));

export const policyStates = defineStates({
  policy: at('/policy?check=ScreenSaverTimeout', aboutPolicy),
  'policy-loading': at('/policy', unanswered(adminPolicyCall)),
  'policy-empty': at('/policy', empty, aboutPolicy),
  'policy-failed': at('/policy', given(adminPolicyCall, new Refused('server_error'))),
  'policy-changed': at('/policy', aboutPolicy),
  'policy-text': at('/policy?view=text', three, aboutPolicy),
  'policy-history': at('/policy?view=history&version=1', history, aboutPolicy),
  'policy-history-empty': at(
    '/policy?view=history',
    empty,
    given(adminPolicyVersionsCall, { versions: [], next: null }),
    aboutPolicy,
  ),
  'policy-review': at('/policy', over, aboutPolicy),
  'policy-conflict': at(
    '/policy',
    given(
      adminApplyPolicyCall,
      applied(),
      new Refused('not_possible', 'Another policy holds by now. Look at it first.'),
    ),
    given(adminPolicyCall, held(TEXT, VERSION), held(THEIRS, 'cccccccccccccccc')),
    aboutPolicy,
  ),
  'policy-auditor': at('/policy', as('auditor'), aboutPolicy),
});
