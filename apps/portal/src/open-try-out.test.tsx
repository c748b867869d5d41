// @vitest-environment jsdom
import { renderWithTexts } from '@vestibule/texts/testing';
import { unreachable } from '@vestibule/flows/testing';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openTryOut } from './open-try-out.tsx';
import { PortsContext } from './hooks/ports-context.ts';
import { createPorts } from './testing/open-page.tsx';

test('whose script was lost is no blank page: it says so, and can be tried again', async () => {
  const real = createPorts();
  real.onCall('publicSupportInfo', () => unreachable);
  const { ports, app } = await openTryOut(real, () => Promise.reject(new TypeError('Failed to fetch')));
  renderWithTexts(<PortsContext value={ports}>{app}</PortsContext>);
  expect(await screen.findByRole('heading', { name: "We're experiencing connection issues" })).toBeDefined();
  expect(screen.getByRole('button', { name: 'Try again' })).toBeDefined();
});
