// @vitest-environment jsdom
import { type FakePorts } from '@vestibule/flows/testing';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import { chooseMode, createPorts, heading, openPage } from '../../testing/open-page.tsx';

let ports: FakePorts;
beforeEach(() => {
  ports = createPorts();
});

describe('the extension-ready page', () => {
  test.each([
    ['frontline', 'Start security scans'],
    ['mfa', 'Start security scans'],
    ['onboarding', 'Continue'],
    ['install', 'Continue'],
  ])('[S2.108, S2.109] in mode %s has the button “%s”', async (mode, name) => {
    chooseMode(ports, mode);
    openPage('/extension-ready', { ports });
    expect(await heading('Workplace browser extension is enabled')).toBeDefined();
    await userEvent.click(within(screen.getByRole('main')).getByRole('button', { name }));
    expect(ports.visited).toEqual(['/']);
  });
});
