// @vitest-environment jsdom
import { type FakePorts } from '@vestibule/flows/testing';
import { beforeEach, expect, test } from 'vitest';
import { createPorts, heading, openPage } from '../../testing/open-page.tsx';

let ports: FakePorts;
beforeEach(() => {
  ports = createPorts();
});

test('[S2.088] the temporary-access page reads “Redirecting to homepage...”', async () => {
  openPage('/temporary-access', { ports });
  expect(await heading('Redirecting to homepage...')).toBeDefined();
});
