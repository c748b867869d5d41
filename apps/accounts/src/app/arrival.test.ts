import { expect, it } from 'vitest';
import { readArrival, readInvitation } from './arrival.ts';

it('reads the pending sign-in and the reason', () => {
  expect(readArrival('?login=0b2fbb0c-3d0a-4c5c-9d4e-0f4f7d0a1b2c&reason=session_expired')).toEqual({
    loginMarker: '0b2fbb0c-3d0a-4c5c-9d4e-0f4f7d0a1b2c',
    reason: 'session_expired',
    isSignedOut: false,
    isSignOutAsked: false,
    signOutHandle: null,
    returnTo: null,
  });
  expect(readArrival('?done=signed-out').isSignedOut).toBe(true);
  expect(readArrival('?asked=sign-out').isSignOutAsked).toBe(true);
  expect(readArrival(`?done=signed-out&left=${'h'.repeat(43)}`).signOutHandle).toBe('h'.repeat(43));
});

it.each(['', '?login=&reason=', '?login=1&reason=<script>&done=yes', '?left=../sign-out', '?asked='])(
  'takes nothing from %j',
  (query) => {
    expect(readArrival(query)).toEqual({
      loginMarker: null,
      reason: null,
      isSignedOut: false,
      isSignOutAsked: false,
      signOutHandle: null,
      returnTo: null,
    });
  },
);

it.each([
  ['#invitation=Ab_9-x', 'Ab_9-x'],
  ['', null],
  ['#invitation=', null],
  ['#invitation=a b', null],
  ['#invitation=<script>', null],
  [`#invitation=${'a'.repeat(129)}`, null],
])('takes from the fragment %j the token %j', (fragment, token) => {
  expect(readInvitation(fragment)).toBe(token);
});
