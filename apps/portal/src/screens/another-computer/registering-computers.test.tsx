// @vitest-environment jsdom
import {
  createCheckResult,
  answered,
  createWorkingPorts,
  MARKER,
  pendIn,
  refused,
  said,
  type FakePorts,
} from '@vestibule/flows/testing';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import { createPorts, openPage } from '../../testing/open-page.tsx';

const COMPUTER = {
  name: 'NADIA-LT-0512',
  operatingSystem: 'windows',
  since: '2026-11-24T08:41:00.000Z',
  address: '198.51.100.24',
  isSameAddress: true,
};
const signedReport = { protected: 'p', payload: '', signature: 's' };

let ports: FakePorts;

describe('the computer that is known', () => {
  beforeEach(() => {
    ports = createPorts();
    ports.onCall('waitingComputer', () => answered(COMPUTER));
    ports.onCall('vouch', () => answered(null, 204));
    ports.onMessage('devices-v2/get-device-data', () => said({ lookupId: 'l', importantDataHash: 'h', signedReport }));
  });

  test('registers another one by its code, and only when the person says so', async () => {
    openPage('/another-computer', { ports });
    await userEvent.type(await screen.findByLabelText('Code that the new computer shows'), 'k7qm-4x9p{Enter}');
    await screen.findByRole('heading', { level: 1, name: 'Register this computer?' });
    expect(ports.calls.some(({ name }) => name === 'vouch')).toBe(false);
    await userEvent.click(screen.getByRole('button', { name: 'Yes, register it' }));
    await screen.findByRole('heading', { level: 1, name: 'NADIA-LT-0512 is registered' });
    expect(screen.getByRole('link', { name: 'Back to your account' }).getAttribute('href')).toBe(
      '/online/session-status',
    );
  });

  test('takes no code from the address: a link that someone sent confirms nothing', async () => {
    openPage('/another-computer?code=K7QM-4X9P&typed=K7QM-4X9P#K7QM-4X9P', { ports });
    const field = await screen.findByLabelText('Code that the new computer shows');
    expect((field as HTMLInputElement).value).toBe('');
    expect(ports.calls.some(({ name }) => name === 'waitingComputer')).toBe(false);
  });

  test('has a person sign in first', async () => {
    ports.onCall('settings', () => refused(401, 'not_signed_in'));
    openPage('/another-computer', { ports });
    await expect.poll(() => ports.visited).toEqual(['/session-expired']);
  });
});

describe('the computer that is not registered', () => {
  beforeEach(() => {
    ports = createWorkingPorts(() => createCheckResult());
    pendIn(ports, 'frontline');
    ports.onCall('samlResponse', () => refused(403, 'device_not_approved'));
    ports.onCall('createVouchingCode', () => answered({ code: 'K7QM-4X9P', expiresAt: '' }));
  });

  test('shows its code and where to enter it', async () => {
    openPage(`/?login=${MARKER}`, { ports });
    expect(await screen.findByText('K7QM-4X9P', {}, { timeout: 10_000 })).toBeDefined();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('This computer is not registered as yours');
    expect(screen.getByText(/\/online\/session-status, choose “Register another computer”/)).toBeDefined();
    expect(screen.getByText(/share this code/)).toBeDefined();
    expect(screen.getByText(/^Otherwise: sign in again with a second factor/)).toBeDefined();
  });

  test('shows none where none is given, and says what else helps', async () => {
    ports.onCall('createVouchingCode', () => refused(409, 'not_possible'));
    openPage(`/?login=${MARKER}`, { ports });
    expect(await screen.findByText(/Sign in again with a second factor/, {}, { timeout: 10_000 })).toBeDefined();
    await expect.poll(() => ports.calls.some(({ name }) => name === 'createVouchingCode')).toBe(true);
    expect(screen.queryByText(/a computer that is already yours/)).toBeNull();
  });
});
