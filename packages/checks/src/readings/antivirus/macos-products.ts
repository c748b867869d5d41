/** An antivirus for macOS that other makers than Apple sell. */
export interface MacosProduct {
  readonly id: string;
  readonly name: string;
  /** Its system extension, which sees every file that is opened; null where the daemon itself does. */
  readonly extension: string | null;
  /** File names of its programs in the background. */
  readonly programs: readonly string[];
}

export const MACOS_DEFENDER: MacosProduct = {
  id: 'defender',
  name: 'Microsoft Defender',
  extension: 'com.microsoft.wdav.epsext',
  programs: ['wdavdaemon', 'wdavdaemon_enterprise', 'com.microsoft.wdav.epsext'],
};

export const MACOS_PRODUCTS: readonly MacosProduct[] = [
  MACOS_DEFENDER,
  {
    id: 'crowdstrike',
    name: 'CrowdStrike Falcon',
    extension: 'com.crowdstrike.falcon.Agent',
    programs: ['falcond', 'com.crowdstrike.falcon.Agent'],
  },
  { id: 'sentinelone', name: 'SentinelOne', extension: null, programs: ['sentineld'] },
  {
    id: 'sophos',
    name: 'Sophos',
    extension: 'com.sophos.endpoint.scanextension',
    programs: ['SophosScanD', 'SophosAntiVirus', 'com.sophos.endpoint.scanextension'],
  },
  {
    id: 'jamf-protect',
    name: 'Jamf Protect',
    extension: 'com.jamf.protect.security-extension',
    programs: ['JamfProtect', 'com.jamf.protect.security-extension'],
  },
  { id: 'malwarebytes', name: 'Malwarebytes', extension: null, programs: ['RTProtectionDaemon'] },
  { id: 'bitdefender', name: 'Bitdefender', extension: null, programs: ['BDLDaemon'] },
  { id: 'eset', name: 'ESET', extension: null, programs: ['esets_daemon'] },
  {
    id: 'carbon-black',
    name: 'Carbon Black',
    extension: null,
    programs: ['CbOsxSensorService', 'CbDefense'],
  },
];
