// @vitest-environment jsdom
import { answered, type FakePorts } from '@vestibule/flows/testing';
import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { createPorts, heading, openPage } from '../../testing/open-page.tsx';

const MARKER = '0b9ad1c3-6f5e-4b8c-9e44-5f5f4ed6a001';
const INFO = { expiresAt: null, reason: null, mayBeAsked: false, isAsked: false, refusal: null, caller: null };

let ports: FakePorts;
beforeEach(() => {
  ports = createPorts();
});

test('[S2.088] the temporary-access page reads “Redirecting to homepage...”', async () => {
  ports.onCall('temporaryAccessInfo', () => answered({ ...INFO, isTempAccessGranted: true }));
  openPage('/temporary-access', { ports });
  expect(await heading('Redirecting to homepage...')).toBeDefined();
});

test('opened by itself without any it says that there is none', async () => {
  ports.onCall('temporaryAccessInfo', () => answered({ ...INFO, isTempAccessGranted: false }));
  openPage('/temporary-access', { ports });
  expect(await heading('You have no temporary access')).toBeDefined();
  expect(screen.getByRole('link', { name: 'Go to the security check' }).getAttribute('href')).toBe('/device-check/');
  expect(screen.queryByText(/Support gave you access/)).toBeNull();
});

test('come back to after the response, it says that there is none where it is used up or never was', async () => {
  ports.memory.write('answeredSignIns', [MARKER]);
  ports.onCall('temporaryAccessInfo', () => answered({ ...INFO, isTempAccessGranted: false }));
  openPage(`/temporary-access?login=${MARKER}`, { ports });
  expect(await heading('You have no temporary access')).toBeDefined();
  expect(screen.queryByText(/Support gave you access/)).toBeNull();
});

test('come back to while it still opens, it goes on when the person says so', async () => {
  ports.memory.write('answeredSignIns', [MARKER]);
  ports.onCall('temporaryAccessInfo', () => answered({ ...INFO, isTempAccessGranted: true }));
  openPage(`/temporary-access?login=${MARKER}`, { ports });
  expect(await heading('Temporary access')).toBeDefined();
  expect(screen.getByRole('button', { name: 'Continue' })).toBeDefined();
});

test('as long as it is not known whether there is any, nothing is said of it', async () => {
  ports.onCall('temporaryAccessInfo', () => new Promise(() => undefined));
  openPage(`/temporary-access?login=${MARKER}`, { ports });
  expect(await heading('Redirecting to homepage...')).toBeDefined();
  expect(screen.queryByText(/Support gave you access/)).toBeNull();
});
