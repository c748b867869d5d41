import { expect, test } from 'vitest';
import { addressOf } from './call-input.ts';

const call = { path: '/api/people/{login}/devices/{deviceId}' };

test.each([
  [{ login: 'nadia', deviceId: '7' }, undefined, '/api/people/nadia/devices/7'],
  // What is typed in stays within its place of the path.
  [{ login: '../a/b?c#d', deviceId: ' ' }, undefined, '/api/people/..%2Fa%2Fb%3Fc%23d/devices/%20'],
  [{ login: 'nadia' }, {}, '/api/people/nadia/devices/'],
  [{ login: 'a', deviceId: 'b' }, { search: 'x & y', after: undefined }, '/api/people/a/devices/b?search=x+%26+y'],
  [undefined, { limit: 20, dryRun: true }, '/api/people//devices/?limit=20&dryRun=true'],
])('%j and %j make an address', (parameters, query, address) => {
  expect(addressOf(call, { parameters, query })).toBe(address);
});
