import {
  adminGateBrakeCall,
  adminGateCall,
  adminGateImpactCall,
  adminGateImpactPeopleCall,
  adminSetGateCall,
  adminStagesCall,
} from '@vestibule/contracts';
import { given, Refused, unanswered } from '../src/testing/fake-ports.ts';
import { aboutGate, brake, impact, judged, observing, outcome, plan, who } from '../src/testing/gate.ts';
import { gate } from '../src/testing/samples.ts';
import { empty, ODD, ODD_LOGIN, three } from './companies.ts';
import { as, at, defineStates } from './state.ts';

const inPart = given(adminGateCall, { ...gate, enforcedFor: 'Enforced only for people in a group of Sales.' });
const people = [who, { ...who, displayName: ODD, login: ODD_LOGIN, computers: [ODD] }];
const behind = given(adminGateImpactPeopleCall, { judgedAt: judged.judgedAt, people, total: 2, next: null });
const stages = given(adminStagesCall, plan);
const impactNow = given(adminGateImpactCall, judged);
const none = {
  ...impact,
  computers: 0,
  people: 0,
  peopleInScope: 0,
  neverSeen: 0,
  peopleNewlyBlocked: 0,
  unnamedBy: [],
};
const closed = [{ application: 'Payroll', open: 'vestibule application set Payroll --second-factor off' }];

export const gateStates = defineStates({
  gate: at('/gate', inPart, stages, impactNow, aboutGate),
  'gate-names': at('/gate?who=need-help', inPart, stages, impactNow, behind, aboutGate),
  'gate-loading': at('/gate', unanswered(adminGateCall), aboutGate),
  'gate-enforced': at('/gate', aboutGate),
  'gate-braked': at('/gate', given(adminGateCall, { ...gate, brakeHolds: ['ScreenSaverTimeout'] }), aboutGate),
  'gate-open': at(
    '/gate',
    given(adminGateCall, { ...observing, isReading: false, staysClosed: closed }),
    given(adminGateBrakeCall, brake(false)),
    given(adminGateImpactCall, new Refused('server_error')),
    aboutGate,
  ),
  'gate-empty': at(
    '/gate',
    empty,
    given(adminGateImpactCall, { ...judged, stopped: [], byCheck: [], impact: none }),
    aboutGate,
  ),
  'gate-three': at('/gate', three, impactNow, aboutGate),
  'gate-failed': at('/gate', given(adminGateCall, new Refused('database_unreachable', 'The database is away.'))),
  'gate-auditor': at('/gate', as('auditor'), inPart, stages, impactNow, aboutGate),
  'gate-enforce': at(
    '/gate',
    given(adminGateCall, observing),
    given(adminSetGateCall, { ...outcome, gate, impact }),
    impactNow,
    aboutGate,
  ),
  'gate-plan': at('/gate', inPart, stages, impactNow, aboutGate),
});
