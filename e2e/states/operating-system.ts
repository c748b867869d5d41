import type { State, Subject, Verdict } from './state.ts';

const RELEASE = '/usr/lib/os-release';

type Row = readonly [verdict: Verdict, name: string, id: string, version: string, more?: string];

const stateOf = ([verdict, name, id, version, more = '']: Row): State => ({
  name,
  files: {
    [RELEASE]: `PRETTY_NAME="${name}"\nID=${id}\n${version === '' ? '' : `VERSION_ID="${version}"\n`}${more}`,
  },
  expected: { OSSupported: verdict },
});

/** In November 2026, as their makers say when each gets its last security update. */
const ROWS: readonly Row[] = [
  ['failed', 'Debian GNU/Linux 10 (buster)', 'debian', '10'],
  ['passed', 'Debian GNU/Linux 13 (trixie)', 'debian', '13'],
  ['failed', 'Debian GNU/Linux 11 (bullseye)', 'debian', '11'],
  ['passed', 'Ubuntu 24.04.3 LTS', 'ubuntu', '24.04', 'ID_LIKE=debian\n'],
  ['failed', 'Ubuntu 18.04.6 LTS', 'ubuntu', '18.04'],
  ['passed', 'Ubuntu 22.04.5 LTS', 'ubuntu', '22.04'],
  ['failed', 'Ubuntu 20.04.6 LTS', 'ubuntu', '20.04'],
  ['passed', 'Ubuntu 26.04 LTS', 'ubuntu', '26.04'],
  ['failed', 'Fedora Linux 41 (Workstation Edition)', 'fedora', '41'],
  ['passed', 'Fedora Linux 44 (Workstation Edition)', 'fedora', '44', 'VARIANT_ID=workstation\n'],
  ['failed', 'CentOS Linux 7 (Core)', 'centos', '7'],
  ['passed', 'Red Hat Enterprise Linux 9.6 (Plow)', 'rhel', '9.6'],
  ['failed', 'Red Hat Enterprise Linux Server 7.9 (Maipo)', 'rhel', '7.9'],
  ['passed', 'AlmaLinux 10.0 (Purple Lion)', 'almalinux', '10.0'],
  ['failed', 'Linux Mint 20.3', 'linuxmint', '20.3'],
  ['passed', 'Linux Mint 22', 'linuxmint', '22'],
  ['failed', 'openSUSE Leap 15.5', 'opensuse-leap', '15.5'],
  ['passed', 'Rocky Linux 9.4 (Blue Onyx)', 'rocky', '9.4'],
  ['failed', 'Fedora Linux 38 (Silverblue)', 'fedora', '38'],
  ['passed', 'openSUSE Tumbleweed', 'opensuse-tumbleweed', '20261120'],
  ['failed', 'Ubuntu 16.04.7 LTS', 'ubuntu', '16.04'],
  ['passed', 'Arch Linux', 'arch', ''],
  ['failed', 'Ubuntu 24.10', 'ubuntu', '24.10'],
  ['passed', 'LMDE 7 (gigi)', 'linuxmint', '7', 'ID_LIKE=debian\n'],
  ['failed', 'Ubuntu 25.04', 'ubuntu', '25.04'],
  ['passed', 'CentOS Stream 9', 'centos', '9', 'NAME="CentOS Stream"\n'],
  ['failed', 'openSUSE Leap 15.6', 'opensuse-leap', '15.6'],
  ['passed', 'Oracle Linux Server 9.4', 'ol', '9.4'],
  ['failed', 'Ubuntu 23.10', 'ubuntu', '23.10'],
  ['passed', 'openSUSE Leap 16.0', 'opensuse-leap', '16.0'],
  ['failed', 'CentOS Stream 8', 'centos', '8', 'NAME="CentOS Stream"\n'],
  ['unknown', 'Debian GNU/Linux forky/sid', 'debian', ''],
  ['passed', 'NixOS 26.05 (Yarara)', 'nixos', '26.05', 'SUPPORT_END="2026-12-31"\n'],
  ['unknown', 'Raspbian GNU/Linux 12 (bookworm)', 'raspbian', '12', 'ID_LIKE=debian\n'],
  ['passed', 'Fedora Linux Asahi Remix 43', 'fedora-asahi-remix', '43', 'ID_LIKE=fedora\nSUPPORT_END=2026-12-02\n'],
  ['failed', 'Fedora Linux Asahi Remix 41', 'fedora-asahi-remix', '41', 'ID_LIKE=fedora\nSUPPORT_END=2025-12-15\n'],
  ['unknown', 'Zorin OS 18', 'zorin', '18', 'ID_LIKE="ubuntu debian"\n'],
];

export const OPERATING_SYSTEM: Subject = {
  name: 'system',
  asItWas: { OSSupported: 'passed' },
  states: ROWS.map(stateOf),
};
