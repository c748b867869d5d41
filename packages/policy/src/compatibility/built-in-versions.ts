import type { SupportedVersions } from '@vestibule/contracts';

type VersionList = SupportedVersions['mac']['frontline'];

const MONTEREY = { version: '12', name: 'Monterey' };
const LATER_MACOS = [
  { version: '13', name: 'Ventura' },
  { version: '14', name: 'Sonoma' },
  { version: '15', name: 'Sequoia' },
];
const WINDOWS = [
  { version: '10.0', name: 'Windows 10' },
  { version: '10.0.22000', name: 'Windows 11' },
];
const CHROME = { name: 'Chrome', version: '' };
const EDGE = { name: 'Edge', version: '' };
const SAFARI = { name: 'Safari', version: '' };

function list(
  supportedOs: VersionList['supportedOs'],
  supportedBrowsers: VersionList['supportedBrowsers'],
): VersionList {
  return { supportedOs, supportedBrowsers };
}

/**
 * The lists of the specification (section 5), for when the server's own cannot be had. They stay as they are: releases
 * since, Firefox and Linux stand in the settings that the server ships.
 */
export const BUILT_IN_VERSIONS: SupportedVersions = {
  mac: {
    frontline: list([MONTEREY, ...LATER_MACOS], [CHROME, SAFARI, EDGE]),
    secureEnclave: list(LATER_MACOS, [CHROME, EDGE]),
    other: list(LATER_MACOS, [CHROME, SAFARI, EDGE]),
  },
  windows: {
    frontline: list(WINDOWS, [CHROME, EDGE]),
    secureEnclave: list(WINDOWS, [CHROME, EDGE]),
    other: list(WINDOWS, [CHROME, EDGE]),
  },
};
