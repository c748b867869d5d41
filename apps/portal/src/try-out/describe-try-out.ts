import type { PendingSignIn, Settings, TryOut } from '@vestibule/contracts';
import { SUPPORT_CODE, SYNTHETIC, SYNTHETIC_ID } from './synthetic-words.ts';

/** Who is at the synthetic laptop, and what waits for them: no one, and nothing that is stored anywhere. */
export function describeTryOut(
  { companyName, logoUrl, productName, workplaceAccessPolicy, isPolicyEnforced }: TryOut,
  origin: string,
): { readonly settings: Settings; readonly pendingSignIn: PendingSignIn } {
  return {
    settings: {
      user: {
        id: SYNTHETIC,
        displayName: '',
        login: SYNTHETIC,
        upn: '',
        email: '',
        type: 'employee',
        updateChannel: '',
        isFastCheckModeEnabled: false,
        isRemediationEnabled: true,
        isDevicesMenuItemEnabled: false,
        specialUpdateChannelsEnabled: false,
        requireNativeAppInstallation: false,
        deviceUserId: SYNTHETIC,
      },
      company: {
        id: SYNTHETIC,
        mspId: null,
        displayName: companyName,
        name: '',
        topLevelDomain: '',
        supportPhone: '',
        logoUrl,
      },
      silo: {
        id: SYNTHETIC,
        clientDownloadBasePath: origin,
        regions: [],
        devicesV2ApiEndpoints: [{ id: SYNTHETIC, url: origin, isMain: true }],
      },
      displaySessionId: SUPPORT_CODE,
      signIn: SYNTHETIC,
      push: { url: origin },
      productName,
      isDemo: false,
    },
    pendingSignIn: {
      loginMarker: SYNTHETIC_ID,
      applicationName: '',
      startUrl: null,
      mode: 'frontline',
      workplaceAccessPolicy,
      isPolicyEnforced,
    },
  };
}
