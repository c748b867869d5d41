import { LIMITS } from '@vestibule/contracts';
import { beforeEach, expect, test } from 'vitest';
import { answered, type FakePorts, refused, unreachable } from '../fake-ports.ts';
import { createStartupPorts, MAC, pending, startStartup, WINDOWS } from './testing/start-startup.ts';

const WAY_BACK = '/device-check/v2?login=5f0c9a7e-7b3f-4d4e-9d57-0d9d3d5f1a11';

let ports: FakePorts;
beforeEach(() => {
  ports = createStartupPorts();
});

test.each([
  ['quick-start', 'Safari', MAC, true],
  ['quick-start', 'Chrome', WINDOWS, false],
  ['frontline', 'Safari', MAC, false],
] as const)(
  '[S3.078] without an extension in mode %s in %s the way back is kept: %s',
  async (mode, _, visitor, isKept) => {
    ports.isExtensionThere = false;
    ports.onCall('pendingSignIn', () => answered(pending(mode)));
    await (await startStartup(ports, [], { visitor }))(LIMITS.extensionPresenceTimeoutMs);
    expect(ports.visited).toEqual(['/download']);
    expect(ports.remembered.get('quickStartRedirection')).toBe(isKept ? WAY_BACK : undefined);
    ports.isExtensionThere = true;
    await startStartup(ports, [], { visitor });
    expect(ports.remembered.has('quickStartRedirection')).toBe(false);
  },
);

test.each([
  ['is over', refused(410, 'sign_in_expired'), false],
  ['is of no one', refused(401, 'not_signed_in'), false],
  ['cannot be asked about', unreachable, true],
] as const)('a sign-in that was kept and %s: it stays kept: %s', async (_, answer, isKept) => {
  ports.remembered.set('quickStartRedirection', WAY_BACK);
  ports.onCall('pendingSignIn', () => answer);
  await startStartup(ports, []);
  expect(ports.remembered.has('quickStartRedirection')).toBe(isKept);
});
