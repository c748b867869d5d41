import { answered, createWorkingPorts, failedWith, type FakePorts, refused } from '@vestibule/flows/testing';
import { screen } from '@testing-library/react';
import { renderWithTexts } from '@vestibule/texts/testing';
import { vi } from 'vitest';
import { PortsContext } from '../hooks/ports-context.ts';
import { RoutedScreen } from '../app/routed-screen.tsx';

export const USER_AGENTS = {
  chrome:
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36',
  edge: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36 Edg/143.0.0.0',
  firefox: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0',
  safari12:
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_14_6) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/12.1.2 Safari/605.1.15',
  safari13:
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/13.1 Safari/605.1.15',
} as const;

export const CONTACT = {
  helpCenterUrl: 'https://help.example/',
  phone: '+1 800 555 0142',
  phoneHours: 'Monday to Friday, 8 to 18',
  email: 'help@alderbrook.example',
  supportWebSite: 'https://it.example/',
  requestSupportUrl: 'https://it.example/ticket',
  shareScreenUrl: 'https://screen.example/',
};

export const USER = {
  companyId: '1174',
  companyName: 'Alderbrook',
  userDisplayName: 'Nadia Keller',
  userId: '48210',
  userLogin: 'nadia.keller',
  userEmail: 'nadia@alderbrook.example',
  userType: 'Employee',
};

export const COMPANY = {
  workplaceAccessPolicy: 'Strict',
  sessionType: 'Unknown',
  theme: { companyLogoUrl: null, accentColor: null },
  helpArticleUrl: null,
  privacyPolicyUrl: 'https://alderbrook.example/privacy',
  extensionUrls: { chromium: 'https://store.example/chromium', firefox: 'https://store.example/firefox' },
  managedDeviceService: null,
};

/** Of the sign-in that waits. */
export const SIGN_IN = {
  loginMarker: '5f0c9a7e-7b3f-4d4e-9d57-0d9d3d5f1a11',
  startUrl: null,
  applicationName: 'Mail',
} as const;

/** A computer on which nothing has been installed yet. */
export function removeClient(ports: FakePorts): void {
  ports.onMessage('get-device-name', () => failedWith('host-missing'));
}

/** The mode that the cookie steers by. */
export function chooseMode(ports: FakePorts, mode: string): void {
  ports.remembered.set('checkInfo', { mode, successUrl: null, failUrl: null });
}

/** The title of the screen, once it is shown. */
export const heading = (name: string) => screen.findByRole('heading', { level: 1, name });

/** A server and a computer on which everything works, and a company that has set everything. */
export function createPorts(): FakePorts {
  const ports = createWorkingPorts(() => null);
  ports.onCall('publicSupportInfo', () =>
    answered({ ...CONTACT, companyName: 'Alderbrook', productName: 'Workplace' }),
  );
  ports.onCall('supportInfo', () => answered(CONTACT));
  ports.onCall('supportPhone', () => answered({ phone: CONTACT.phone }));
  ports.onCall('userDetails', () => answered(USER));
  ports.onCall('companySettings', () => answered(COMPANY));
  ports.onCall('eula', () => answered({ text: '<p><strong>You may install it.</strong></p>' }));
  ports.onCall('requiredState', () => answered({ requiredState: 'NotRequired' }));
  ports.onCall('skipInstallation', () =>
    answered({ actionUrl: 'https://app.example/acs', samlResponse: 'response', relayState: 'relay' }),
  );
  ports.onCall('temporaryAccessInfo', () => refused(404, 'not_found'));
  return ports;
}

export interface PageOptions {
  readonly ports?: FakePorts;
  readonly userAgent?: string;
}

/** Opens a page of the portal as the browser would: by its path, with real screens and real charts. */
export function openPage(path: string, { ports = createPorts(), userAgent = USER_AGENTS.chrome }: PageOptions = {}) {
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent);
  history.replaceState(null, '', `/device-check${path}`);
  renderWithTexts(
    <PortsContext value={ports}>
      <RoutedScreen />
    </PortsContext>,
  );
  return { ports };
}
