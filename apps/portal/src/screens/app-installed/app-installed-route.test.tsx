// @vitest-environment jsdom
import { type FakePorts } from '@vestibule/flows/testing';
import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { createPorts, heading, openPage } from '../../testing/open-page.tsx';

let ports: FakePorts;
beforeEach(() => {
  ports = createPorts();
});

describe('the app-installed page', () => {
  test('[S2.091, S2.092, S2.093] thanks, and names the two steps', async () => {
    openPage('/app-installed', { ports });
    expect(await heading('Thanks for installing Workplace')).toBeDefined();
    const steps = within(screen.getByRole('main')).getAllByRole('listitem');
    expect(steps.map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('Find and launch Workplace'),
      expect.stringContaining('Enter your username and password'),
    ]);
  });

  test('leads to the installation where nothing is installed yet', async () => {
    openPage('/app-installed', { ports });
    const link = await screen.findByRole('link', { name: 'Install Workplace' });
    expect(link.getAttribute('href')).toMatch(/\/download$/);
  });
});
