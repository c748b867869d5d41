import type { State } from './state.ts';

type How = Omit<State, 'name' | 'expected'>;

export const passed = (name: string, how: How): State => ({ name, ...how, expected: { PasswordSet: 'passed' } });
export const failed = (name: string, how: How): State => ({ name, ...how, expected: { PasswordSet: 'failed' } });
export const unknown = (name: string, how: How): State => ({ name, ...how, expected: { PasswordSet: 'unknown' } });
export const file = (path: string, text: string): How => ({ files: { [path]: text } });
