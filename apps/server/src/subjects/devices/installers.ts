import {
  type InstallationRequirement,
  type InstallerMode,
  type InstallerParameters,
  type OperatingSystem,
} from '@vestibule/contracts';
import type { IncomingHttpHeaders } from 'node:http';
import { signDownload } from '../../operations/downloads/download-signature.ts';
import { choosePackage, listPackages } from '../../operations/downloads/find-package.ts';
import { platformOfVisitor } from '../../operations/downloads/visitor-platform.ts';
import { createDeviceToken, deviceUserIdOf, INSTALLER_LIFE_MS } from './device-accounts.ts';
import type { Caller } from '../../context/caller.ts';
import { describeFeature } from '../settings/features.ts';
import { type Origin, type Refusal, refuse, type ServerContext } from '../../context/server-context.ts';
import { describeSettings } from '../settings/describe-settings.ts';

export interface WantedInstaller {
  readonly mode: InstallerMode;
  readonly hasToken: boolean;
  /** Said by the page; null: as the browser describes itself. */
  readonly system: OperatingSystem | null;
  readonly headers: IncomingHttpHeaders;
}

/**
 * Where to download Workplace for the visitor's computer, what the installer is told, and the device token by which the
 * installed client is given an account.
 */
export async function describeInstaller(
  context: ServerContext,
  origin: Origin,
  caller: Caller,
  { mode, hasToken, system, headers }: WantedInstaller,
): Promise<InstallerParameters | Refusal<'installer_missing'>> {
  const platform = platformOfVisitor(headers, system ?? undefined);
  const names = await listPackages(context.config.downloadsFolder);
  const file = platform === null ? null : choosePackage(names, platform);
  if (file === null) return refuse('installer_missing', 'There is no installer for this computer here.');
  const { clientDownloadBasePath } = describeSettings(context, caller).silo;
  const expiresAt = new Date(context.now().getTime() + INSTALLER_LIFE_MS);
  const leave = signDownload(context.secret, file, expiresAt);
  return {
    url: `${clientDownloadBasePath}/${encodeURIComponent(file)}`,
    params: {
      portal: context.publicUrl,
      key: context.grantKey.thumbprint,
      company: context.company.displayName,
      mode,
      ...leave,
    },
    token: hasToken ? await createDeviceToken(context, origin, caller, expiresAt) : null,
    deviceUserId: deviceUserIdOf(caller.person),
  };
}

/** What has to be installed for this person, and where the installed client finds its servers. */
export function describeInstallationRequirement(context: ServerContext, caller: Caller): InstallationRequirement {
  const { person } = caller;
  const { silo, user } = describeSettings(context, caller);
  const isFci = describeFeature(context, person, 'fci').active;
  return {
    siloData: {
      id: silo.id,
      clientDownloadBasePath: silo.clientDownloadBasePath,
      endpoints: silo.devicesV2ApiEndpoints.map(({ url }) => url),
    },
    fciUserInfo: isFci ? { userId: person.id, login: person.login } : null,
    deviceComplianceCheckMobileUrl: context.configuration.deviceComplianceCheckMobileUrl,
    isFastCheckModeEnabled: user.isFastCheckModeEnabled,
    isRemediationEnabled: user.isRemediationEnabled,
  };
}
