// @vitest-environment jsdom
import type { PendingSignIn } from '@vestibule/contracts';
import { answered, type FakePorts, refused } from '@vestibule/flows/testing';
import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createPorts, heading, openPage, SIGN_IN, USER_AGENTS } from '../../testing/open-page.tsx';

let ports: FakePorts;
beforeEach(() => {
  ports = createPorts();
});

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1';

/** What the tab key reaches next from the heading, on which the focus stands when a page opens. */
function firstAfterHeading(): Element | undefined {
  const title = screen.getByRole('heading', { level: 1 });
  return [...document.querySelectorAll('a[href], button')].find(
    (element) => (title.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0,
  );
}

describe('the compatibility page', () => {
  const list = (systems: readonly string[]) => ({
    supportedOs: systems.map((name, index) => ({ name, version: `${10 + index}` })),
    supportedBrowsers: [{ name: 'Chrome', version: '120' }],
  });
  const platform = (...systems: string[]) => {
    const versions = list(systems);
    return { frontline: versions, secureEnclave: versions, other: versions };
  };

  test('[S2.119, S2.120, S8.033] names what is wrong, and lists the supported versions of Mac and Windows', async () => {
    ports.onCall('supportedVersions', () => answered({ mac: platform('Sequoia'), windows: platform('Windows 11') }));
    openPage('/compatibility', { ports, userAgent: USER_AGENTS.firefox });
    expect(await heading('Unsupported operating system or browser')).toBeDefined();
    expect(await screen.findByText(/Sequoia/)).toBeDefined();
    expect(screen.getAllByText(/Windows 11/).length).toBeGreaterThan(0);
    expect(screen.getAllByText(/Chrome/).length).toBeGreaterThan(0);
  });

  test.each([
    [[], 'The check cannot run on this system'],
    [['10.0'], 'The check cannot run in this browser'],
  ])('says whether another system or another browser helps (Windows %j)', async (versions: readonly string[], lead) => {
    const lists = {
      supportedOs: versions.map((version) => ({ name: 'Windows', version })),
      supportedBrowsers: [{ name: 'Chrome', version: '120' }],
    };
    const listed = { frontline: lists, secureEnclave: lists, other: lists };
    ports.onCall('supportedVersions', () => answered({ mac: listed, windows: listed }));
    openPage('/compatibility', { ports, userAgent: USER_AGENTS.firefox });
    expect(await screen.findByText(lead, { exact: false })).toBeDefined();
  });

  test.each([
    ['6.1', 'Windows 7'],
    ['6.3', 'Windows 8.1'],
    ['5.0', 'Windows'],
  ])('calls Windows NT %s %s', async (version, name) => {
    ports.onCall('supportedVersions', () => answered({ mac: platform('Sequoia'), windows: platform('Windows 11') }));
    const userAgent = `Mozilla/5.0 (Windows NT ${version}; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/109.0.0.0 Safari/537.36`;
    openPage('/compatibility', { ports, userAgent });
    const label = await screen.findByText('This computer');
    await expect.poll(() => label.parentElement?.textContent).toBe(`This computer${name}`);
  });

  test('[S2.121] links to the help center', async () => {
    openPage('/compatibility', { ports });
    const link = await screen.findByRole('link', { name: 'Open the help center' });
    await expect.poll(() => link.getAttribute('href')).toBe('https://help.example/');
  });
});

describe('the compatibility page leads back', () => {
  const seen = (versions: readonly string[]) => {
    const list = {
      supportedOs: versions.map((version) => ({ version, name: 'Windows' })),
      supportedBrowsers: [{ name: 'Firefox', version: '' }],
    };
    const platform = { frontline: list, secureEnclave: list, other: list };
    return answered({ mac: platform, windows: platform });
  };

  test.each([
    ['when the person tries again', () => screen.getByRole('button', { name: 'Try again' }).click()],
    ['when the page comes to the front', () => document.dispatchEvent(new Event('visibilitychange'))],
    ['when the computer is on the network again', () => window.dispatchEvent(new Event('online'))],
  ])('%s and the server’s list has this browser by now', async (_, look) => {
    openPage('/compatibility', { ports, userAgent: USER_AGENTS.firefox });
    await heading('Unsupported operating system or browser');
    ports.onCall('supportedVersions', () => seen(['10.0']));
    look();
    await expect.poll(() => ports.visited).toEqual(['/']);
  });
});

describe('a phone', () => {
  const MOBILE_URL = 'https://alderbrook.example/phones';
  const open = (unsupportedSystems?: Pick<NonNullable<PendingSignIn['unsupportedSystems']>, 'way' | 'mobileUrl'>) => {
    const pending: PendingSignIn = {
      ...SIGN_IN,
      mode: 'frontline',
      workplaceAccessPolicy: 'Strict',
      isPolicyEnforced: true,
      ...(unsupportedSystems && { unsupportedSystems: { ...unsupportedSystems, provider: null, answer: null } }),
    };
    ports.onCall('pendingSignIn', () => answered(pending));
    openPage(`/compatibility?login=${SIGN_IN.loginMarker}`, { ports, userAgent: IPHONE });
  };
  const requirement = (deviceComplianceCheckMobileUrl: string | null) =>
    answered({
      siloData: { id: 1, clientDownloadBasePath: '/downloads', endpoints: [] },
      fciUserInfo: null,
      deviceComplianceCheckMobileUrl,
      isFastCheckModeEnabled: false,
      isRemediationEnabled: true,
    });

  test('that has a page of the company is told so, and its way on comes first', async () => {
    open({ way: 'mobile-page', mobileUrl: MOBILE_URL });
    await heading('Continue on your company’s page for phones and tablets');
    const link = screen.getByRole('link', { name: 'Continue on this device' });
    expect(link.getAttribute('href')).toBe(MOBILE_URL);
    expect(firstAfterHeading()).toBe(link);
    expect(screen.getByText(/^Phones and tablets are not checked here\./)).toBeDefined();
    expect(screen.queryByText('Not supported')).toBeNull();
  });

  test('is not sent there: it is the person who goes', async () => {
    open({ way: 'mobile-page', mobileUrl: MOBILE_URL });
    await heading('Continue on your company’s page for phones and tablets');
    expect([...ports.left, ...ports.visited]).toEqual([]);
  });

  test.each([
    ['the application stops it', { way: 'block', mobileUrl: null }],
    ['the company has no such page', { way: 'mobile-page', mobileUrl: null }],
  ] as const)('[S2.119, S2.120] reads the refusal where %s', async (_, way) => {
    ports.onCall('softwareInstallationRequirement', () => requirement(MOBILE_URL));
    open(way);
    await heading('Unsupported operating system or browser');
    expect(screen.getByText(/^The check cannot run on this system/)).toBeDefined();
    expect(screen.queryByRole('link', { name: 'Continue on this device' })).toBeNull();
  });

  test('whose company has not answered yet waits, and reads no refusal that is taken back', async () => {
    let tell: (answer: ReturnType<typeof requirement>) => void = () => undefined;
    ports.onCall('softwareInstallationRequirement', () => new Promise((resolve) => (tell = resolve)));
    open();
    await heading('One moment');
    expect(screen.queryByText('Unsupported operating system or browser')).toBeNull();
    tell(requirement(MOBILE_URL));
    await heading('Continue on your company’s page for phones and tablets');
  });
});

describe('a tablet that the company’s identity provider may vouch for', () => {
  const pending = {
    ...SIGN_IN,
    mode: 'frontline',
    workplaceAccessPolicy: 'Strict',
    isPolicyEnforced: true,
    unsupportedSystems: {
      way: 'upstream-claim',
      mobileUrl: null,
      provider: { name: 'Alderbrook ID', path: '/online/upstream/1/start' },
      answer: null,
    },
  } as const;
  const open = async (
    userAgent: string,
    title = 'Unsupported operating system or browser',
    answer: PendingSignIn = pending,
  ) => {
    vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { maxTouchPoints: 5 }));
    onTestFinished(() => void vi.unstubAllGlobals());
    ports.onCall('pendingSignIn', () => answered(answer));
    openPage(`/compatibility?login=${SIGN_IN.loginMarker}`, { ports, userAgent });
    await heading(title);
  };

  test('and that calls itself a computer is told to request the mobile website', async () => {
    await open(USER_AGENTS.safari13);
    expect(
      await screen.findByText(/^This device calls itself a computer, so Alderbrook ID is not asked/),
    ).toBeDefined();
    expect(screen.queryByRole('link', { name: 'Sign in with Alderbrook ID' })).toBeNull();
  });

  test('is led to it once it does not', async () => {
    await open(USER_AGENTS.safari13.replace('Macintosh', 'iPad'), 'Continue with Alderbrook ID on this device');
    const link = await screen.findByRole('link', { name: 'Sign in with Alderbrook ID' });
    expect(link.getAttribute('href')).toBe('/online/upstream/1/start');
    expect(firstAfterHeading()).toBe(link);
    expect(screen.queryByText('Not supported')).toBeNull();
  });

  test('[S2.119] has the page of refusals when it did not vouch for it', async () => {
    const asked = { ...pending.unsupportedSystems, answer: 'refused' } as const;
    await open(IPHONE, 'Unsupported operating system or browser', { ...pending, unsupportedSystems: asked });
    expect(await screen.findByRole('link', { name: 'Ask Alderbrook ID again' })).toBeDefined();
    expect(screen.queryByRole('link', { name: 'Sign in with Alderbrook ID' })).toBeNull();
  });
});

test('[S6.013] a blocked account is led to its page from where help is not', async () => {
  ports.onCall('softwareInstallationRequirement', () => refused(403, 'account_disabled'));
  openPage('/compatibility', { ports, userAgent: USER_AGENTS.firefox });
  await expect.poll(() => ports.visited).toContain('/user-blocked');
});
