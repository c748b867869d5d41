// @vitest-environment jsdom
import { answered, type FakePorts, fakeSettings, refused } from '@vestibule/flows/testing';
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createPorts, heading, openPage } from '../../testing/open-page.tsx';

let ports: FakePorts;
beforeEach(() => {
  ports = createPorts();
});

test('a blocked account is looked after by itself when the person comes back to the page', async () => {
  ports.onCall('settings', () => refused(403, 'account_disabled'));
  openPage('/user-blocked', { ports });
  await heading('Account access blocked');
  document.dispatchEvent(new Event('visibilitychange'));
  await expect.poll(() => ports.calls.filter(({ name }) => name === 'settings').length).toBe(1);
  expect(ports.visited).toEqual([]);
  ports.onCall('settings', () => refused(401, 'not_signed_in'));
  document.dispatchEvent(new Event('visibilitychange'));
  await expect.poll(() => ports.visited).toEqual(['/']);
});

test('whose account support has given back meanwhile tries again', async () => {
  openPage('/user-blocked', { ports });
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(ports.visited).toEqual(['/']);
});

describe('opened by hand', () => {
  beforeEach(() => {
    const address = `${location.origin}/device-check/user-blocked`;
    vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ name: address } as PerformanceEntry]);
  });

  test('the page says nothing of a block before it is known, and leads home where there is none', async () => {
    ports.onCall('settings', () => answered(fakeSettings));
    openPage('/user-blocked', { ports });
    expect(screen.queryByText('Account access blocked')).toBeNull();
    await expect.poll(() => ports.visited).toEqual(['/']);
    expect(screen.queryByText('Account access blocked')).toBeNull();
  });

  test('the page says that the account is blocked once the server has said so', async () => {
    ports.onCall('settings', () => refused(403, 'account_disabled'));
    openPage('/user-blocked', { ports });
    expect(screen.queryByText('Account access blocked')).toBeNull();
    expect(await heading('Account access blocked')).toBeDefined();
    expect(ports.visited).toEqual([]);
  });

  test('home that leads back here is not gone to and fro with', async () => {
    ports.onCall('settings', () => answered(fakeSettings));
    openPage('/user-blocked', { ports });
    await expect.poll(() => ports.visited).toEqual(['/']);
    cleanup();
    openPage('/user-blocked', { ports });
    await heading('Account access blocked');
    expect(ports.visited).toEqual(['/']);
  });
});
