import { type AdminRole, mySessionCall } from '@vestibule/contracts';
import { type FakeAnswer, given } from '../src/testing/fake-ports.ts';
import { session } from '../src/testing/samples.ts';
import { seeded } from './companies.ts';

export interface State {
  /** Below the console's own. */
  readonly address: string;
  /** The first one of a call is its answer. */
  readonly answers: readonly FakeAnswer[];
}

type States = Readonly<Record<string, State>>;

/** A page of the large company, with what it is answered first; what stands around every page comes last. */
export function at(address: string, ...answers: readonly (FakeAnswer | readonly FakeAnswer[])[]): State {
  return { address, answers: [...answers.flat(), ...seeded] };
}

export function as(role: AdminRole): FakeAnswer {
  return given(mySessionCall, { ...session, role });
}

/** Keeps the names of the states. */
export function defineStates<const S extends States>(states: S): S {
  return states;
}
