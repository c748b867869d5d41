// @vitest-environment jsdom
import type { SecurityCheck } from '@vestibule/contracts';
import type { HomeView } from '@vestibule/flows';
import { fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { agent, definitions, firewall, password, threat, updates } from '../../../gallery/checks.ts';
import { issues } from '../../../gallery/home-states.ts';
import { homeSurroundings } from '../../../gallery/home-surroundings.ts';
import { noActions } from '../../../gallery/no-actions.ts';
import { renderWithTexts } from '@vestibule/texts/testing';
import { HomeScreen } from './home-screen.tsx';

const REQUIRED = 'To connect to work, fix these required security issues:';
const RECOMMENDED = 'To stay protected, consider fixing these issues:';

function show(view: HomeView, actions = noActions) {
  const screenOf = (shown: HomeView) => <HomeScreen {...homeSurroundings} actions={actions} view={shown} />;
  const { rerender } = renderWithTexts(screenOf(view));
  return { change: (next: HomeView) => rerender(screenOf(next)) };
}

function row(check: SecurityCheck): HTMLElement {
  const item = screen.getByRole('heading', { level: 3, name: check.checkMessage }).closest('li');
  if (item === null) throw new Error(`${check.checkMessage} stands in no row`);
  return item;
}

/** jsdom knows no AnimationEvent, so React listens for the prefixed name there. */
function endAnimation(element: Element) {
  fireEvent(element, new Event('webkitAnimationEnd', { bubbles: true }));
}

const firewallOn: SecurityCheck = { ...firewall, checkMessage: 'The firewall is on', isPassed: true, state: 'passed' };

it('offers the start of an application that has had its answer, before another answer', () => {
  const { change } = show(
    issues([updates], {
      continueOffer: { kind: 'enabled' },
      hint: 'answered-before',
      applicationName: 'Mail',
      startUrl: 'https://app.example/start',
    }),
  );
  expect(screen.getByRole('link', { name: 'Go to Mail' }).getAttribute('href')).toBe('https://app.example/start');
  expect(screen.getByRole('button', { name: 'Continue' })).toBeDefined();
  change(issues([updates], { continueOffer: { kind: 'enabled' }, hint: null, applicationName: 'Mail' }));
  expect(screen.queryByRole('link', { name: 'Go to Mail' })).toBeNull();
});

describe('sections', () => {
  it('stand under the titles of the specification [S2.040] [S2.044] [S2.045]', () => {
    show(issues([firewall, updates, definitions]));
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Resolve compliance issues');
    expect(within(screen.getByRole('region', { name: REQUIRED })).getAllByRole('listitem')).toHaveLength(1);
    expect(within(screen.getByRole('region', { name: RECOMMENDED })).getAllByRole('listitem')).toHaveLength(1);
    expect(screen.getByRole('region', { name: 'Could not be checked' })).toBeDefined();
  });

  it('put stoppers first and tell each apart by name [S2.050] [S2.051]', () => {
    show(issues([firewall, threat, updates]));
    const required = within(screen.getByRole('region', { name: REQUIRED }));
    expect(required.getAllByRole('img').map((icon) => icon.getAttribute('aria-label'))).toEqual([
      'Failed, stops sign-in',
      'Failed, required',
    ]);
    expect(within(row(updates)).getByRole('img', { name: 'Failed, recommended' })).toBeDefined();
  });

  it('show message and description of each failed check [S2.048] [S2.049]', () => {
    show(issues([firewall]));
    expect(within(row(firewall)).getByText(firewall.description)).toBeDefined();
  });
});

describe('critical notice', () => {
  it('stands when a sign-in stopper failed [S2.043] [S8.031] [S8.032]', () => {
    show(issues([threat]));
    const notice = within(screen.getByRole('alert'));
    expect(notice.getByText('Critical security check(s) failed')).toBeDefined();
    expect(notice.getByText(/^We discovered critical security issues with your device…/).textContent).toContain(
      'Please discontinue using this device for work & report this issue to your I.T. department.',
    );
  });

  it('is absent otherwise', () => {
    show(issues([firewall]));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('is absent where a stopper could only not be read', () => {
    show(issues([{ ...threat, state: 'unknown', blocksWhileUnknown: true }]));
    expect(screen.queryByText('Critical security check(s) failed')).toBeNull();
  });

  it('stays while a stopper that failed is being fixed', () => {
    show(issues([threat], { fixes: { NoActiveInfections: { kind: 'running' } } }));
    expect(screen.getByText('Critical security check(s) failed')).toBeDefined();
  });
});

describe('actions', () => {
  it('fix one check, or all required ones', async () => {
    const fix = vi.fn();
    show(issues([threat, firewall, updates]), { ...noActions, fix });
    await userEvent.click(within(row(firewall)).getByRole('button', { name: 'Fix it for me' }));
    await userEvent.click(screen.getByRole('button', { name: 'Fix all for me' }));
    expect(fix.mock.calls).toEqual([[['FirewallEnable']], [['NoActiveInfections', 'FirewallEnable']]]);
  });

  it('offer help only with remediation and an article [S2.053] [S5.018]', () => {
    show(issues([firewall, password]));
    const help = within(row(firewall)).getByRole('link', { name: 'Help me fix it' });
    expect(help.getAttribute('href')).toBe('#help-firewall');
    expect(within(row(password)).queryByRole('link', { name: 'Help me fix it' })).toBeNull();
  });

  it('offer no help without remediation [S2.053] [S5.018]', () => {
    show(issues([firewall], { isRemediationEnabled: false }));
    expect(screen.queryByRole('link', { name: 'Help me fix it' })).toBeNull();
  });

  it('offer a fix only with a fix action and the extension, but support at least [S2.054]', () => {
    const fix = () => within(row(firewall)).queryByRole('button', { name: 'Fix it for me' });
    const { change } = show(issues([firewall]));
    expect(fix()).not.toBeNull();
    change(issues([{ ...firewall, fixAction: null }]));
    expect(fix()).toBeNull();
    change(issues([firewall], { isExtensionInstalled: false, isRemediationEnabled: false }));
    expect(fix()).toBeNull();
    expect(within(row(firewall)).getByRole('link', { name: 'Contact support' })).toBeDefined();
  });

  it.each(['FciAgentRunning', 'RmmAgent'] as const)(
    'install the agent of %s and show that it is being installed [S2.055] [S2.056] [S4.053]',
    (checkType) => {
      const missing = { ...agent, checkType, fixAction: { fixActionType: checkType } };
      const { change } = show(issues([missing]));
      expect(within(row(missing)).getByRole('button', { name: 'Install now' })).toBeDefined();
      change(issues([missing], { fixes: { [checkType]: { kind: 'running' } } }));
      const button = within(row(missing)).getByRole('button', { name: 'Installing' });
      expect(button.getAttribute('aria-disabled')).toBe('true');
    },
  );

  it('install nothing for any other check [S2.055]', () => {
    show(issues([firewall, updates]));
    expect(screen.getAllByRole('button', { name: 'Fix it for me' })).toHaveLength(2);
    expect(screen.queryByRole('button', { name: 'Install now' })).toBeNull();
  });

  it('check again what could not be read, and say whether it blocks', async () => {
    const checkAgain = vi.fn();
    show(issues([definitions]), { ...noActions, checkAgain });
    expect(within(row(definitions)).getByText(definitions.description)).toBeDefined();
    await userEvent.click(within(row(definitions)).getByRole('button', { name: 'Check again' }));
    expect(checkAgain).toHaveBeenCalledTimes(1);
  });

  it('never offer a fix for what the company manages', () => {
    const managed = { ...firewall, isManaged: true };
    show(issues([managed]));
    expect(within(row(managed)).queryByRole('button', { name: 'Fix it for me' })).toBeNull();
    expect(within(row(managed)).getByText('Managed by Alderbrook')).toBeDefined();
    expect(within(row(managed)).getByRole('link', { name: 'Contact support' })).toBeDefined();
  });
});

describe('Continue', () => {
  it('is disabled with its hint under enforcement [S2.058] [S4.042] [S8.030]', async () => {
    const continueToWork = vi.fn();
    show(issues([firewall], { continueOffer: { kind: 'disabled' } }), { ...noActions, continueToWork });
    const button = screen.getByRole('button', {
      name: 'Continue',
      description: 'Fix the security issue above to continue',
    });
    await userEvent.click(button);
    expect(continueToWork).not.toHaveBeenCalled();
  });

  it('is absent under Strict [S4.041]', () => {
    show(issues([firewall], { continueOffer: { kind: 'absent' } }));
    expect(screen.queryByRole('button', { name: 'Continue' })).toBeNull();
  });

  it('can be pressed under other policies [S2.057] [S4.043]', async () => {
    const continueToWork = vi.fn();
    show(issues([firewall], { continueOffer: { kind: 'enabled' } }), { ...noActions, continueToWork });
    await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
    expect(continueToWork).toHaveBeenCalledTimes(1);
  });
});

describe('after a fix', () => {
  it('says why it did not hold and can be tried again', () => {
    show(
      issues([firewall], {
        fixes: {
          FirewallEnable: {
            kind: 'ended',
            outcome: {
              fixActionType: 'FirewallEnable',
              outcome: 'not-fixed',
              detail: 'Another program turned it off.',
            },
          },
        },
      }),
    );
    expect(within(row(firewall)).getByText('Another program turned it off.')).toBeDefined();
    expect(within(row(firewall)).getByRole('button', { name: 'Fix it for me' })).toBeDefined();
  });

  it('turns the row green, takes it away and keeps how to undo it', () => {
    const { change } = show(issues([firewall, updates]));
    change(
      issues([firewallOn, updates], {
        fixes: {
          FirewallEnable: {
            kind: 'ended',
            outcome: { fixActionType: 'FirewallEnable', outcome: 'fixed', undo: 'Turn it off in the settings.' },
          },
        },
      }),
    );
    const leaving = within(screen.getByRole('region', { name: REQUIRED })).getByRole('listitem');
    expect(within(leaving).getByRole('img', { name: 'Passed' })).toBeDefined();
    expect(screen.getByRole('status').textContent).toContain('The firewall is on.');

    endAnimation(leaving);
    expect(screen.queryByRole('region', { name: REQUIRED })).toBeNull();
    const fixed = within(screen.getByRole('region', { name: 'Fixed just now' }));
    expect(fixed.getByText('How to undo: Turn it off in the settings.')).toBeDefined();
  });

  it('keeps the row when the check fails again before it has left', () => {
    const { change } = show(issues([firewall, updates]));
    change(issues([firewallOn, updates]));
    change(issues([firewall, updates]));
    expect(within(row(firewall)).getByRole('button', { name: 'Fix it for me' })).toBeDefined();
  });
});

describe('evidence', () => {
  it('lists found, item, wanted, source and time in this order', async () => {
    show(issues([threat]));
    await userEvent.click(within(row(threat)).getByRole('button', { name: 'What we found' }));
    const terms = within(row(threat)).getAllByRole('term');
    expect(terms.map((term) => term.textContent)).toEqual(['Found', 'File', 'Wanted', 'Source', 'Read']);
  });
});

describe('deadline', () => {
  it.each([
    ['2026-11-30', 'Required from 30 November'],
    ['2026-11-22', 'Required from tomorrow'],
  ])('%s is a date', (deadline, text) => {
    show(issues([{ ...updates, deadline }]));
    expect(within(row(updates)).getByText(text)).toBeDefined();
  });
});

describe('going on with a recommended fix open', () => {
  it('keeps title and picture of the result, and says that the page goes on [S2.040]', () => {
    show(issues([updates], { continueOffer: { kind: 'enabled' }, hint: null, isRedirecting: true }));
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Resolve compliance issues');
    expect(screen.queryByText('Security checks passed')).toBeNull();
    expect(screen.getByRole('button', { name: 'Continue' }).getAttribute('aria-disabled')).toBe('true');
    expect(screen.getAllByText('Redirecting…').length).toBeGreaterThan(0);
  });
});

describe('live line', () => {
  it('stands only while the list updates by itself', () => {
    const { change } = show(issues([firewall]));
    expect(screen.getByText('Updates by itself')).toBeDefined();
    change(issues([firewall], { isLive: false }));
    expect(screen.queryByText('Updates by itself')).toBeNull();
  });

  it('says instead that the server does not answer, until it does', () => {
    const { change } = show(issues([firewall]));
    const title = 'The server isn’t responding';
    change(issues([firewall], { isLive: false, isServerAway: true }));
    expect(screen.getByText(title)).toBeDefined();
    expect(screen.getByRole('status').textContent).toContain(title);
    change(issues([firewall]));
    expect(screen.queryByText(title)).toBeNull();
  });
});
