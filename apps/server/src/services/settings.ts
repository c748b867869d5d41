import type { Settings } from '@vestibule/contracts';
import type { Person } from '../repositories/people.ts';
import { type Caller, nameOfSignIn } from './device-session.ts';
import type { ServerContext } from './server-context.ts';

export function describeUser(context: ServerContext, person: Person) {
  return {
    companyId: context.company.id,
    companyName: context.company.displayName,
    userDisplayName: person.displayName,
    userId: person.id,
    userLogin: person.login,
    userEmail: person.email,
    userType: person.type,
  };
}

export function describeSettings(context: ServerContext, { person, session }: Caller): Settings {
  return {
    user: {
      id: person.id,
      displayName: person.displayName,
      login: person.login,
      upn: person.email,
      email: person.email,
      type: person.type,
      updateChannel: 'stable',
      isFastCheckModeEnabled: context.config.isDemoFastCheckMode,
      isRemediationEnabled: true,
      isDevicesMenuItemEnabled: false,
      specialUpdateChannelsEnabled: false,
      requireNativeAppInstallation: false,
      deviceUserId: person.id,
    },
    company: {
      id: context.company.id,
      mspId: null,
      displayName: context.company.displayName,
      name: context.company.name,
      topLevelDomain: context.company.topLevelDomain,
      supportPhone: context.company.support['phone'] ?? '',
      logoUrl: context.company.logoUrl,
    },
    silo: {
      id: 'main',
      clientDownloadBasePath: `${context.config.publicUrl}/download`,
      regions: [],
      devicesV2ApiEndpoints: [{ id: 'main', url: context.config.publicUrl, isMain: true }],
    },
    displaySessionId: displayCode(session.id),
    signIn: nameOfSignIn(context, session.id),
    productName: 'Workplace',
    isDemo: context.config.isDemo,
  };
}

export function describeSupport(context: ServerContext) {
  const support = context.company.support;
  return {
    helpCenterUrl: support['helpCenterUrl'] ?? '',
    phone: support['phone'] ?? '',
    phoneHours: support['phoneHours'] ?? '',
    email: support['email'] ?? '',
    supportWebSite: support['supportWebSite'] ?? '',
    requestSupportUrl: support['requestSupportUrl'] ?? '',
    shareScreenUrl: support['shareScreenUrl'] ?? '',
  };
}

/** Without 0/O and 1/I, so that it can be read out on the phone. */
const CODE_ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/** The support code of a session: three and three characters, the same for as long as the session lasts. */
function displayCode(sessionId: string): string {
  const digits = sessionId.replaceAll('-', '');
  const characters = Array.from({ length: 6 }, (_, index) => {
    const value = Number.parseInt(digits.slice(index * 4, index * 4 + 4), 16);
    return CODE_ALPHABET[value % CODE_ALPHABET.length];
  });
  return `${characters.slice(0, 3).join('')}-${characters.slice(3).join('')}`;
}
