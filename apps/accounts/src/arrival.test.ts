import { expect, it } from 'vitest';
import { readArrival } from './arrival.ts';

it('reads the pending sign-in and the reason', () => {
  expect(readArrival('?login=0b2fbb0c-3d0a-4c5c-9d4e-0f4f7d0a1b2c&reason=session_expired')).toEqual({
    loginMarker: '0b2fbb0c-3d0a-4c5c-9d4e-0f4f7d0a1b2c',
    reason: 'session_expired',
  });
});

it.each(['', '?login=&reason=', '?login=1&reason=<script>'])('takes nothing from %j', (query) => {
  expect(readArrival(query)).toEqual({ loginMarker: null, reason: null });
});
