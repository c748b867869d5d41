// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react';
import { CHECK_TYPES, type SyntheticLaptop, type TryOut, type TryOutVerdict } from '@vestibule/contracts';
import { createCheckResult, type FakePorts } from '@vestibule/flows/testing';
import { renderWithTexts } from '@vestibule/texts/testing';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { goTo } from '../hooks/go-to.ts';
import { PortsContext } from '../hooks/ports-context.ts';
import { createPorts, USER_AGENTS } from '../testing/open-page.tsx';
import type { Told, TryOutCalls } from './ask-try-out.ts';
import { startTryOut } from './start-try-out.tsx';

const AT_WORK = 'Here the person would be at work';
const MARKER = '5f0c9a7e-7b3f-4d4e-9d57-0d9d3d5f1a11';
const firewall = {
  checkType: 'FirewallEnable',
  checkMessage: 'The firewall is turned off',
  description: '',
  isRequired: true,
  isSigninStopper: false,
} as const;
const tryOut: TryOut = {
  endsAt: '2126-11-22T10:00:00.000Z',
  policyVersion: 'v',
  isInForce: false,
  workplaceAccessPolicy: 'Strict',
  isPolicyEnforced: true,
  companyName: 'Alderbrook',
  logoUrl: null,
  productName: 'Workplace',
  checks: CHECK_TYPES.map((checkType) => ({
    checkType,
    name: checkType,
    facts: checkType,
    isJudged: true,
    systems: ['windows', 'macos', 'linux'],
  })),
};

let real: FakePorts;
let isOver: boolean;
const asked: string[] = [];

/** As the server judges it: the firewall alone counts. */
const calls: TryOutCalls = {
  open: async (token) => (asked.push(`open ${token}`), { kind: 'told', body: tryOut }),
  look: async () => (asked.push('look'), isOver ? { kind: 'over' } : { kind: 'told', body: tryOut }),
  async judge({ bad }: SyntheticLaptop): Promise<Told<TryOutVerdict>> {
    if (isOver) return { kind: 'over' };
    const isPassed = !bad.includes('FirewallEnable');
    const check = {
      ...firewall,
      fixAction: isPassed ? null : { fixActionType: firewall.checkType },
      isPassed,
      state: isPassed ? ('passed' as const) : ('failed' as const),
    };
    const result = createCheckResult({
      securityChecks: [check],
      complianceStatus: isPassed ? 'Compliant' : 'NotCompliant',
      encryptedPermit: null,
      permitSalt: null,
    });
    return { kind: 'told', body: { result, mayContinue: isPassed } };
  },
};

beforeEach(() => {
  asked.length = 0;
  isOver = false;
  sessionStorage.clear();
  real = createPorts();
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(USER_AGENTS.chrome);
});

async function open(address: string) {
  history.replaceState(null, '', `/device-check/try${address}`);
  const { ports, app } = await startTryOut(real, goTo, calls);
  renderWithTexts(<PortsContext value={ports}>{app}</PortsContext>);
}

it('opens the link once, and takes its secret out of the address', async () => {
  const secret = 's'.repeat(43);
  await open(`/#${secret}`);
  expect(asked).toEqual([`open ${secret}`]);
  expect(location.href).not.toContain(secret);
  await screen.findByText('This is a simulated laptop. It signs no one in.');
  cleanup();
  await open('/');
  expect(asked).toEqual([`open ${secret}`, 'look']);
  cleanup();
  // A place of the page is no secret.
  await open('/support#computer');
  expect(asked.slice(2)).toEqual(['look']);
});

it('walks the real pages: at work, stopped by a switch, fixed, at work again', async () => {
  await open('/');
  await screen.findByRole('heading', { name: AT_WORK });
  await userEvent.click(screen.getByRole('button', { name: 'Change the laptop' }));
  await userEvent.selectOptions(screen.getByLabelText('FirewallEnable'), 'bad');
  await screen.findByRole('heading', { name: 'The firewall is turned off' });
  expect(location.pathname).toBe('/device-check/try');
  await userEvent.click(screen.getByRole('button', { name: 'Fix it for me' }));
  await screen.findByRole('heading', { name: AT_WORK });
  expect(screen.getByLabelText<HTMLSelectElement>('FirewallEnable').value).toBe('good');
}, 30_000);

it('asks the real server nothing about a person or a sign-in, posts no form, and writes nothing into this browser', async () => {
  await open(`/?login=${MARKER}`);
  await screen.findByRole('heading', { name: AT_WORK });
  expect(new Set(real.calls.map(({ name }) => name))).toEqual(new Set(['companySettings', 'publicSupportInfo']));
  expect(JSON.stringify(real.calls)).not.toContain(MARKER);
  expect([real.messages, real.submitted, real.left, [...real.remembered.keys()]]).toEqual([[], [], [], []]);
  expect(document.cookie).toBe('');
});

it('says so when the link is over, at once and in the middle', async () => {
  isOver = true;
  await open('/');
  await screen.findByRole('heading', { name: 'This link is over' });
  cleanup();
  isOver = false;
  await open('/');
  await screen.findByRole('heading', { name: AT_WORK });
  isOver = true;
  await userEvent.click(screen.getByRole('button', { name: 'Begin again' }));
  await screen.findByRole('heading', { name: 'This link is over' });
  expect(screen.queryByRole('region', { name: 'Synthetic laptop' })).toBeNull();
});

it('keeps what is installed over a page that is loaded again, and junk in its place is a new laptop', async () => {
  await open('/');
  await screen.findByRole('heading', { name: AT_WORK });
  await userEvent.click(screen.getByRole('button', { name: 'Change the laptop' }));
  await userEvent.selectOptions(screen.getByLabelText('Installed'), 'no-client');
  cleanup();
  await open('/download');
  await userEvent.click(await screen.findByRole('button', { name: 'Change the laptop' }));
  expect(screen.getByLabelText<HTMLSelectElement>('Installed').value).toBe('no-client');
  cleanup();
  sessionStorage.setItem('wp-try-out-laptop', '{"laptop":1,"installed":"everything"}');
  await open('/download');
  await userEvent.click(await screen.findByRole('button', { name: 'Change the laptop' }));
  expect(screen.getByLabelText<HTMLSelectElement>('Installed').value).toBe('all');
});

it('without the extension leads to the download as a person is led, and back', async () => {
  await open('/');
  await screen.findByRole('heading', { name: AT_WORK });
  await userEvent.click(screen.getByRole('button', { name: 'Change the laptop' }));
  await userEvent.selectOptions(screen.getByLabelText('Installed'), 'no-extension');
  await waitFor(() => expect(location.pathname).toBe('/device-check/try/download'));
  await userEvent.selectOptions(screen.getByLabelText('Installed'), 'all');
  await screen.findByRole('heading', { name: AT_WORK });
}, 40_000);
