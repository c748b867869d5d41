import { expect, test } from 'vitest';
import type { AcmeStatus } from '../tls/acme/acme-status.ts';
import { lookAtRenewal } from './look-at-renewal.ts';

const ACME = { contact: 'ilse@example.com', directoryUrl: 'https://acme.example/directory', port: 80 };
const FAILURE = { problem: 'It cannot be reached: x.', next: 'Open port 80.' };
const [NEXT, SOON, LATER] = ['2026-12-20T05:00:00.000Z', '2026-12-03T00:00:00.000Z', '2027-02-01T00:00:00.000Z'];

function look(known: Partial<AcmeStatus['names'][number]> | null, deaf: string | null = null): string {
  const name = { hostname: 'gate.example.com', until: null, nextAt: NEXT, failure: null, ...known };
  const status = known === null ? null : { directoryUrl: ACME.directoryUrl, deaf, names: [name] };
  const found = lookAtRenewal('gate.example.com', status, ACME, new Date('2026-12-01T12:00:00Z'));
  return `${found.state}: ${found.sentence} ${found.next ?? ''}`.trim();
}

test.each([
  [
    'nothing known',
    look(null),
    'look: No server has ordered a certificate for gate.example.com at acme.example yet. Start the server, and look again: the certificate is ordered then.',
  ],
  ['well', look({ until: LATER }), 'good: Renewed by ACME at acme.example: ends 2027-02-01, next look 2026-12-20.'],
  ['at it', look({}), 'look: A certificate is being ordered at acme.example. Look again in a minute.'],
  [
    'failed, with time',
    look({ until: LATER, failure: FAILURE }),
    'look: It cannot be reached: x. The certificate ends 2027-02-01. Open port 80. It is tried again at 2026-12-20 05:00 UTC.',
  ],
  [
    'failed, and soon over',
    look({ until: SOON, failure: FAILURE }),
    'wrong: It cannot be reached: x. The certificate ends 2026-12-03. Open port 80. It is tried again at 2026-12-20 05:00 UTC.',
  ],
  [
    'failed at first',
    look({ failure: FAILURE }),
    'wrong: It cannot be reached: x. There is no certificate yet. Open port 80. It is tried again at 2026-12-20 05:00 UTC.',
  ],
  ['deaf', look({ until: LATER }, 'Port 80 is in use.'), 'look: The certificate ends 2027-02-01. Port 80 is in use.'],
  [
    'over, and no one orders',
    look({ until: '2026-11-30T00:00:00.000Z' }),
    'wrong: The certificate ended 2026-11-30. Start the server: it orders a new one.',
  ],
])('%s', (_name, said, expected) => {
  expect(said).toBe(expected);
});
