import type { Found } from '../frame/search/hits.ts';
import { devices } from './person.ts';

export const PERSON = '0f3c9a52-3d64-4f0e-9d5b-2a1f5f3b7c11';
const SIGN_IN = '7b0c9b0e-3d64-4f0e-9d5b-2a1f5f3b7c12';
export const nothing: Found = { people: [], devices: [], applications: [], caller: null, signIn: null };
export const some: Found = {
  people: [{ id: PERSON, login: 'lena', displayName: 'Lena Brandt', verdict: 'stopped', isEnforced: true, devices: 1 }],
  devices: devices.devices.slice(0, 1),
  applications: [{ id: PERSON, name: 'Mail', isOn: false }],
  caller: { personId: PERSON, login: 'lena', displayName: 'Lena Brandt', code: '7KQ-42M' },
  signIn: { id: SIGN_IN, at: '2026-11-26T09:40:00.000Z', login: null, applicationName: 'Mail' },
};
