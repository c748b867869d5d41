import { CALLS, personConfigurationSchema, type Settings, supportCodeOf } from '@vestibule/contracts';
import type { Person } from '../../repositories/people.ts';
import { type Caller, nameOfSignIn } from '../../context/caller.ts';
import { isInstallationRequired } from './skip-rule.ts';
import type { ServerContext } from '../../context/server-context.ts';

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
  const { configuration } = context;
  const own = personConfigurationSchema.parse(person.settings);
  return {
    user: {
      id: person.id,
      displayName: person.displayName,
      login: person.login,
      upn: person.email,
      email: person.email,
      type: person.type,
      updateChannel: own.updateChannel,
      isFastCheckModeEnabled: own.isFastCheckModeEnabled ?? configuration.isFastCheckModeEnabled,
      isRemediationEnabled: own.isRemediationEnabled ?? configuration.isRemediationEnabled,
      isDevicesMenuItemEnabled: configuration.isDevicesMenuItemEnabled,
      specialUpdateChannelsEnabled: own.specialUpdateChannelsEnabled,
      requireNativeAppInstallation: isInstallationRequired(context, person),
      deviceUserId: person.id,
    },
    company: {
      id: context.company.id,
      mspId: context.company.mspId,
      displayName: context.company.displayName,
      name: context.company.name,
      topLevelDomain: context.company.topLevelDomain,
      supportPhone: context.company.support['phone'] ?? '',
      logoUrl: context.company.logoUrl,
    },
    silo: {
      id: context.silo?.id ?? 'main',
      clientDownloadBasePath: context.silo?.clientDownloadBasePath ?? `${context.publicUrl}/download`,
      regions: context.silo?.regions ?? [],
      devicesV2ApiEndpoints: endpointsOf(context),
    },
    displaySessionId: supportCodeOf(session.id),
    signIn: nameOfSignIn(context, session.id),
    push: { url: `${context.publicUrl}${CALLS.events.path}` },
    productName: configuration.productName,
    isDemo: context.config.isDemo,
  };
}

/** Where the device calls are answered: the company's own address first, then those of its silo. */
export function endpointsOf({ publicUrl, silo }: ServerContext): Settings['silo']['devicesV2ApiEndpoints'] {
  const further = (silo?.endpoints ?? []).filter(({ url }) => url !== publicUrl);
  return [
    { id: 'main', url: publicUrl, isMain: true },
    ...further.map(({ id, url }) => ({ id, url: new URL(url).origin, isMain: false })),
  ];
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
