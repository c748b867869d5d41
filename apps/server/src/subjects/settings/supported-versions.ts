import type { SupportedVersions } from '@vestibule/contracts';
import type { ServerContext } from '../../context/server-context.ts';

type VersionList = SupportedVersions['mac']['frontline'];

/** From here on the extension and the pages run: manifest of the extension, and the syntax the pages are built for. */
const CHROME = { name: 'Chrome', version: '111' };
const EDGE = { name: 'Edge', version: '111' };
const FIREFOX = { name: 'Firefox', version: '121' };

/** Apple counts on from 15 to 26. The first four are the specification's; the others came since. */
const MONTEREY = { version: '12', name: 'Monterey' };
const LATER_MACOS = [
  { version: '13', name: 'Ventura' },
  { version: '14', name: 'Sonoma' },
  { version: '15', name: 'Sequoia' },
  { version: '26', name: 'Tahoe' },
  { version: '27', name: 'Golden Gate' },
];
/** Of Windows 10 only the last release, 22H2, still gets (extended) updates. */
const WINDOWS = [
  { version: '10.0.19045', name: 'Windows 10' },
  { version: '10.0.22000', name: 'Windows 11' },
];
/** Releases that still get updates. Each distribution counts for itself. */
const LINUX = [
  { version: '12', name: 'Debian' },
  { version: '13', name: 'Debian' },
  { version: '43', name: 'Fedora' },
  { version: '44', name: 'Fedora' },
  { version: '22.04', name: 'Ubuntu' },
  { version: '24.04', name: 'Ubuntu' },
  { version: '26.04', name: 'Ubuntu' },
];

function platform(
  systems: { readonly frontline: VersionList['supportedOs']; readonly others: VersionList['supportedOs'] },
  browsers: VersionList['supportedBrowsers'],
): SupportedVersions['mac'] {
  return {
    frontline: { supportedOs: systems.frontline, supportedBrowsers: browsers },
    // A containerised session runs in Chrome and Edge only.
    secureEnclave: { supportedOs: systems.others, supportedBrowsers: [CHROME, EDGE] },
    other: { supportedOs: systems.others, supportedBrowsers: browsers },
  };
}

/**
 * What this version of the product ships: the specification's lists, and what came since. Safari is left out until it has an
 * extension; a company that checks without one lists it itself.
 */
const SHIPPED: SupportedVersions = {
  mac: platform({ frontline: [MONTEREY, ...LATER_MACOS], others: LATER_MACOS }, [CHROME, EDGE, FIREFOX]),
  windows: platform({ frontline: WINDOWS, others: WINDOWS }, [CHROME, EDGE, FIREFOX]),
  linux: platform({ frontline: LINUX, others: LINUX }, [CHROME, EDGE, FIREFOX]),
};

/** Which systems and browsers a company supports: its own list, or the one this version ships. */
export function describeSupportedVersions({ configuration }: ServerContext): SupportedVersions {
  return configuration.supportedVersions ?? SHIPPED;
}
