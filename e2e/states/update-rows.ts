import type { State, Verdict } from './state.ts';

export type How = Omit<State, 'name' | 'expected'>;

const as =
  (verdict: Verdict) =>
  (name: string, how: How): State => ({ name, ...how, expected: { OsAutoUpdateEnable: verdict } });
export const [passed, failed, unknown] = [as('passed'), as('failed'), as('unknown')];
