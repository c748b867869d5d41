// @vitest-environment jsdom
import type { SecurityCheck } from '@vestibule/contracts';
import {
  answered,
  check,
  createCheckResult,
  createWorkingPorts,
  failedCheck,
  failedWith,
  failing,
  type FakePorts,
  type HomeOptions,
  passing,
  pendIn,
  recommended,
  setUser,
  startHome,
} from '@vestibule/flows/testing';
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderWithTexts } from '@vestibule/texts/testing';
import { beforeEach, describe, expect, test } from 'vitest';
import { homeSurroundings } from '../../../gallery/home-surroundings.ts';
import { createHomeActions } from './home-actions.ts';
import { HomeScreen } from './home-screen.tsx';

/** The screen on the real chart: what the server and the computer say decides what is shown. */
let ports: FakePorts;
let result: ReturnType<typeof createCheckResult> | null;

beforeEach(() => {
  result = passing();
  ports = createWorkingPorts(() => result);
  pendIn(ports, 'frontline');
});

async function open(options: HomeOptions = {}) {
  const home = await startHome(ports, options);
  const actions = createHomeActions((event) => home.actor.send(event));
  const shown = () => <HomeScreen {...homeSurroundings} actions={actions} view={home.view()} />;
  const { rerender } = renderWithTexts(shown());
  const show = async (happens: () => Promise<void>) => {
    await act(happens);
    rerender(shown());
  };
  return {
    advance: (milliseconds: number) => show(() => home.advance(milliseconds)),
    refresh: () => show(() => home.advance(0)),
  };
}

const title = () => screen.getByRole('heading', { level: 1 }).textContent;
const article = (checkType: SecurityCheck['checkType'], helpArticle: string, changes: Partial<SecurityCheck> = {}) =>
  failedCheck(checkType, { helpArticle, ...changes });

describe('the titles', () => {
  test('[S2.034, S2.035, S2.036] ask for patience at 30 s, and again at 60 s', async () => {
    result = null;
    const { advance } = await open();
    expect(title()).toBe('Connecting…');
    await advance(29_900);
    expect(title()).toBe('Connecting…');
    await advance(100);
    expect(title()).toBe('Still working…');
    await advance(29_900);
    expect(title()).toBe('Still working…');
    await advance(100);
    expect(title()).toBe("It's taking longer than expected. Thanks for your patience!");
  });

  test('[S2.032, S2.034, S2.037] follow each other up to “Security checks passed”', async () => {
    ports.isExtensionThere = false;
    const { advance } = await open({ skipsAnimation: false });
    const titles = [title()];
    const note = () => {
      if (titles.at(-1) !== title()) titles.push(title());
    };
    result = null;
    ports.isExtensionThere = true;
    await advance(50);
    note();
    result = passing(check(), check({ checkType: 'OSSupported' }));
    for (let step = 0; step < 10; step += 1) {
      await advance(1000);
      note();
    }
    expect(titles).toEqual([
      'Determining Computer Security…',
      'Connecting…',
      'Scanning Computer…',
      'Security checks passed',
    ]);
  });

  test('[S2.032] or “Resolve compliance issues” at the end', async () => {
    result = failing();
    await open();
    expect(title()).toBe('Resolve compliance issues');
  });
});

describe('the sections', () => {
  test('[S2.047, S2.062] stand in the order of the specification: notice, required, recommended, passed, modals', async () => {
    pendIn(ports, 'quick-start');
    result = failing(
      failedCheck('OsAutoUpdateEnable', { isRequired: false }),
      check({ checkType: 'OSSupported' }),
      failedCheck('NoActiveInfections', { isSigninStopper: true }),
    );
    const { refresh } = await open();
    await userEvent.click(screen.getByRole('button', { name: 'Problems? Contact support' }));
    await refresh();
    // The first window of the file is loaded first, which takes its time on a busy computer.
    const dialog = await screen.findByRole('dialog');
    const parts = [
      screen.getByText('Critical security check(s) failed'),
      screen.getByText('To connect to work, fix these required security issues:'),
      screen.getByText('To stay protected, consider fixing these issues:'),
      screen.getByText('1 security check passed'),
      dialog,
    ];
    for (const [index, part] of parts.slice(1).entries()) {
      const before = parts[index];
      expect(before?.compareDocumentPosition(part)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    }
  });

  test.each([
    ['frontline', false],
    ['quick-start', true],
  ])('[S2.046] in mode %s passed checks are listed: %s', async (mode, isListed) => {
    pendIn(ports, mode);
    result = failing(failedCheck(), check({ checkType: 'OSSupported', checkMessage: 'The system is supported' }));
    await open();
    expect(screen.queryByText('The system is supported') !== null).toBe(isListed);
  });
});

describe('help', () => {
  test('[S1.016, S2.052] opens the article of the check, in a tab of its own', async () => {
    result = failing(article('FirewallEnable', 'firewall-enable'));
    await open();
    const link = screen.getByRole('link', { name: 'Help me fix it' });
    expect(link.getAttribute('href')).toBe('#help-firewall-enable');
    expect(link.getAttribute('target')).toBe('_blank');
  });

  test.each([
    [true, 1],
    [false, 0],
  ])('[S6.011] with remediation %s there are %d buttons for it', async (isRemediationEnabled, count) => {
    setUser(ports, { isRemediationEnabled });
    result = failing(article('FirewallEnable', 'firewall-enable'));
    await open();
    expect(screen.queryAllByRole('link', { name: 'Help me fix it' })).toHaveLength(count);
  });
});

describe('Continue', () => {
  test.each([
    ['Strict', 0],
    ['Permissive', 1],
  ] as const)('[S6.006] under %s, with a required check that fails, is there %d times', async (policyMode, count) => {
    pendIn(ports, 'frontline', false);
    result = createCheckResult({ ...failing(), policyMode });
    await open();
    expect(screen.queryAllByRole('button', { name: 'Continue' })).toHaveLength(count);
  });

  test('[S2.059, S2.061] in quick start completes the set up when everything passed', async () => {
    pendIn(ports, 'quick-start');
    await open();
    expect(title()).toBe('Security checks passed');
    expect(screen.getAllByText('This device passed all checks').length).toBeGreaterThan(0);
    expect(screen.getByText('Click “Continue” to complete your set up.')).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
    expect(ports.left).toEqual(['/onboarding/in-progress']);
  });

  test('[S2.061] says so in quick start alone, and only of a computer whose checks all passed', async () => {
    pendIn(ports, 'mfa');
    await open();
    expect(title()).toBe('Security checks passed');
    expect(screen.queryByText(/This device passed all checks/)).toBeNull();
  });

  test('[S2.061] does not say so in quick start of what could not be read', async () => {
    pendIn(ports, 'quick-start');
    result = passing(check(), check({ checkType: 'OSSupported', isPassed: false, state: 'unknown' }));
    await open();
    expect(title()).toBe('Security checks passed');
    expect(screen.queryByText(/This device passed all checks/)).toBeNull();
  });

  test('[S2.059] in quick start completes the set up when only recommended checks fail', async () => {
    pendIn(ports, 'quick-start');
    result = recommended();
    await open();
    expect(screen.getByText('Click “Continue” to complete your set up.')).toBeDefined();
  });

  test('[S2.060] in quick start leaves required fixes for later where the policy allows it', async () => {
    pendIn(ports, 'quick-start', false);
    result = createCheckResult({ ...failing(), policyMode: 'Permissive' });
    await open();
    expect(screen.getByText('Click “Continue” to fix these issues later.')).toBeDefined();
  });
});

describe('flags', () => {
  test.each([
    [true, 'Security checks passed'],
    [false, 'Scanning Computer…'],
  ])('[S6.010] fast-check mode %s: the first result is shown as “%s”', async (isFastCheckModeEnabled, wanted) => {
    setUser(ports, { isFastCheckModeEnabled });
    await open({ skipsAnimation: false });
    expect(title()).toBe(wanted);
  });

  test('[S6.009] isDumboCompany is carried and changes nothing that is shown', async () => {
    result = failing();
    const pageWith = async (active: boolean) => {
      const features = [{ key: 'isDumboCompany', active }];
      ports.onCall('onlineSettings', () => answered({ sessionType: 'Unknown', features, managedDeviceService: null }));
      await open();
      const page = document.body.textContent;
      document.body.replaceChildren();
      return page;
    };
    expect(await pageWith(true)).toBe(await pageWith(false));
  });
});

describe('the disclaimer', () => {
  test('[S3.027, S5.011] is shown with its bold and red text, and nothing but five elements are made of it', async () => {
    const disclaimer = {
      text: '<p>Read <strong>this</strong>.</p><script>alert(1)</script><img src=x onerror=alert(1)>',
      boldText: '<p onclick="alert(1)">Bold.</p>',
      redText: '<ol><li>Red.</li></ol>',
    };
    result = createCheckResult({ ...failing(), disclaimer });
    await open();
    const red = await screen.findByText('Red.');
    expect(red.tagName).toBe('LI');
    expect(screen.getByText('this').tagName).toBe('STRONG');
    expect(screen.getByText(/<p onclick="alert\(1\)">Bold\./)).toBeDefined();
    expect(document.querySelector('script, [onerror], [onclick]')).toBeNull();
  });
});

describe('a fix', () => {
  test('[S8.016] that fails is an alert with the words of the computer', async () => {
    result = failing();
    ports.onCall('fixGrant', () => answered({ grant: 'grant' }));
    ports.onMessage('execute-fix-action', () => failedWith('fix-failed', 'Access is denied. (0x80070005)'));
    const { refresh } = await open();
    await userEvent.click(screen.getByRole('button', { name: 'Fix it for me' }));
    await refresh();
    expect(within(screen.getByRole('alert')).getByText('Access is denied. (0x80070005)')).toBeDefined();
  });

  test.each([
    [null, 0],
    [{ name: 'Device Care', enrollUrl: 'https://enroll.example/', mayOptOut: true }, 1],
  ])('of ManagedDevice is offered only where there is a service: %j', async (managedDeviceService, count) => {
    ports.remembered.set('hasOptedOut', true);
    ports.onCall('onlineSettings', () => answered({ sessionType: 'Unknown', features: [], managedDeviceService }));
    result = failing(failedCheck('ManagedDevice'));
    await open();
    expect(screen.queryAllByRole('button', { name: 'Fix it for me' })).toHaveLength(count);
  });
});

test('the status page leads nowhere: it shows no Continue', async () => {
  const { refresh } = await open({ isStatusPage: true });
  await refresh();
  expect(screen.queryByRole('button', { name: 'Continue' })).toBeNull();
});
