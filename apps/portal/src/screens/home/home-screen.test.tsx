// @vitest-environment jsdom
import type { HomeActions, HomeView, Trouble } from '@vestibule/flows';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { homeStates } from '../../../gallery/home-states.ts';
import { homeSurroundings } from '../../../gallery/home-surroundings.ts';
import { noActions } from '../../../gallery/no-actions.ts';
import { renderWithTexts } from '@vestibule/texts/testing';
import { WaitingCode } from '../waiting-code/waiting-code.tsx';
import { HomeScreen } from './home-screen.tsx';

function showState(name: string) {
  const view = homeStates[name];
  if (view === undefined) throw new Error(`The gallery has no state ${name}`);
  return show(view);
}

function show(view: HomeView) {
  const actions = {
    ...noActions,
    continueToWork: vi.fn(),
    confirmDemoConsent: vi.fn(),
    declineDemoConsent: vi.fn(),
    tryAgain: vi.fn(),
  } satisfies HomeActions;
  return { actions, ...renderWithTexts(<HomeScreen {...homeSurroundings} actions={actions} view={view} />) };
}

function heading() {
  return screen.getByRole('heading', { level: 1 }).textContent;
}

describe('checking', () => {
  it('shows a progress bar and no list before there is one', () => {
    showState('connecting');
    expect(heading()).toBe('Connecting…');
    expect(screen.getByRole('progressbar', { name: 'Checks done' }).hasAttribute('aria-valuenow')).toBe(false);
    expect(screen.queryByRole('list')).toBeNull();
  });

  it('counts in bar and running text, and shows every check with its state [S2.041] [S2.042]', () => {
    showState('scanning');
    expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('6');
    expect(screen.getAllByText('7/16 Antivirus definitions are up to date').length).toBeGreaterThan(0);
    const rows = within(screen.getByRole('list', { name: 'Security checks' })).getAllByRole('listitem');
    expect(rows).toHaveLength(16);
    expect(screen.getAllByRole('img', { name: 'Passed' })).toHaveLength(6);
    expect(screen.getAllByRole('img', { name: 'Checking' })).toHaveLength(1);
  });

  it('carries its title into the title of the document', () => {
    showState('scanning');
    expect(document.title).toBe('Scanning Computer… – Alderbrook');
  });
});

describe('passed', () => {
  it('says that it redirects and keeps a way on [S2.038] [S2.039]', async () => {
    const { actions } = showState('passed');
    expect(heading()).toBe('Security checks passed');
    expect(screen.getAllByText('Redirecting…').length).toBeGreaterThan(0);
    await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
    expect(actions.continueToWork).toHaveBeenCalledTimes(1);
  });

  it('says after an enrolment what became of it [S4.031]', () => {
    const staying = homeStates['passed-staying'];
    if (staying?.phase !== 'passed') throw new Error('The gallery has no such state.');
    const { unmount } = show({ ...staying, resultStatus: 'device-management-enrolled' });
    expect(screen.getAllByText('Device management service enrolled').length).toBeGreaterThan(0);
    unmount();
    show({ ...staying, resultStatus: 'checks-passed' });
    expect(screen.queryByText('Device management service enrolled')).toBeNull();
  });

  it('promises no redirect when none follows', () => {
    showState('passed-staying');
    expect(screen.queryByText('Redirecting…')).toBeNull();
    expect(screen.getByRole('button', { name: 'Continue' })).toBeDefined();
  });

  it('offers the start of an application that has had its answer, and says that Continue may be refused', async () => {
    const staying = homeStates['passed-staying'];
    if (staying?.phase !== 'passed') throw new Error('The gallery has no such state.');
    const { actions } = show({
      ...staying,
      applicationName: 'Mail',
      hint: 'answered-before',
      startUrl: 'https://app.example/start',
    });
    expect(screen.getByRole('link', { name: 'Go to Mail' }).getAttribute('href')).toBe('https://app.example/start');
    expect(screen.getByText(/may refuse a second answer/)).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
    expect(actions.continueToWork).toHaveBeenCalledTimes(1);
  });
});

describe('trouble', () => {
  it.each<[Trouble, string]>([
    ['extension-missing', 'Workplace browser extension is not enabled'],
    ['client-missing', 'Workplace is not installed on this computer'],
    ['client-outdated', 'Workplace on this computer is too old'],
    ['client-not-answering', 'Workplace does not answer'],
    ['keys-missing', 'The keys of this computer are missing'],
    ['no-data', 'Workplace cannot read the settings of this computer'],
    ['clock-wrong', 'The clock of this computer is wrong'],
    ['no-leave', 'The sign-in cannot be finished'],
    ['blocked-by-policy', 'A policy blocks Workplace in this browser'],
    ['server-not-answering', 'The server isn’t responding'],
    ['no-verdict', 'The check takes much too long'],
    ['device-blocked', 'This computer is blocked'],
    ['device-not-approved', 'This computer is not registered as yours'],
    ['grant-refused', 'This computer does not trust this address'],
  ])('%s is named and is no dead end', async (trouble, title) => {
    const { actions } = showState(trouble);
    expect(heading()).toBe(title);
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(actions.tryAgain).toHaveBeenCalledTimes(1);
    expect(screen.getByRole('link', { name: 'Contact support' }).getAttribute('href')).toBe('#support');
    expect(screen.getByText('7KQ-42M')).toBeDefined();
  });

  it('each says something of its own, and sends to support first only where nothing else helps', () => {
    const troubles = Object.values(homeStates).filter(({ phase }) => phase === 'trouble');
    const said = troubles.map((view) => {
      const { container, unmount } = show(view);
      const words = container.querySelector('main p')?.textContent;
      unmount();
      return words;
    });
    expect(said).toHaveLength(15);
    expect(new Set(said).size).toBe(said.length);
  });

  it.each([
    [-6 * 60_000, 'It is 6 minutes behind the right time.'],
    [119 * 60_000, 'It is 119 minutes ahead of the right time.'],
    [3 * 3_600_000, 'It is 3 hours ahead of the right time.'],
    [-400 * 86_400_000, 'It is 400 days behind the right time.'],
  ])('says by how much the clock is off: %d ms', (clockOffsetMs, sentence) => {
    const view = homeStates['clock-wrong'];
    if (view?.phase !== 'trouble') throw new Error('no such state');
    show({ ...view, clockOffsetMs });
    expect(screen.getByText(new RegExp(`^${sentence}`))).toBeDefined();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeDefined();
  });

  it('names a private window and another browser profile where the extension is missing', () => {
    showState('extension-missing');
    expect(screen.getByText(/not allowed in this private window or browser profile/)).toBeDefined();
  });

  it("passes on the computer's own words", () => {
    showState('client-not-answering');
    expect(screen.getByText('What the computer said: Native host has exited.')).toBeDefined();
  });
});

describe('consent of a trial', () => {
  it('asks before the first change and takes both answers', async () => {
    const { actions } = showState('consent');
    const dialog = await screen.findByRole('dialog', { name: 'This changes this very computer' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Change this computer' }));
    await userEvent.click(within(dialog).getByRole('button', { name: 'Not now' }));
    await userEvent.keyboard('{Escape}');
    expect(actions.confirmDemoConsent).toHaveBeenCalledTimes(1);
    expect(actions.declineDemoConsent).toHaveBeenCalledTimes(2);
  });

  it('speaks of an installation before one, and of no setting', async () => {
    showState('consent-installation');
    const dialog = await screen.findByRole('dialog', { name: 'This installs a program on this very computer' });
    expect(within(dialog).getByRole('button', { name: 'Install on this computer' })).toBeDefined();
    expect(dialog.textContent).not.toMatch(/setting|undone/);
  });
});

describe('focus and speech', () => {
  it('moves to the heading when the screen changes and keeps one live region', () => {
    const { rerender, actions } = showState('scanning');
    const region = screen.getByRole('status');
    const issues = homeStates['issues'];
    if (issues === undefined) throw new Error('no issues');
    rerender(<HomeScreen {...homeSurroundings} actions={actions} view={issues} />);
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
    expect(screen.getByRole('status')).toBe(region);
    expect(region.textContent).toContain('Two issues keep you from work');
  });
});

describe('a computer that waits in a second step', () => {
  it('is approved by an administrator, while the identity provider waits or not: no second factor of here helps', () => {
    const view = homeStates['device-not-approved'];
    if (view?.phase !== 'trouble') throw new Error('The gallery has no such state');
    const waitingCode = <WaitingCode address="gate.example/online/session-status" code={null} isSecondStep />;
    const shown = { ...view, isSecondStep: true } as const;
    renderWithTexts(<HomeScreen {...homeSurroundings} actions={noActions} view={shown} waitingCode={waitingCode} />);
    expect(
      screen.getByText(/^If it belongs to another person, use your own. Otherwise an administrator has to approve it/),
    ).toBeDefined();
    expect(screen.getByText(/^Tell support the support code, so that an administrator approves/)).toBeDefined();
    expect(screen.queryByText(/second factor/)).toBeNull();
  });
});
