import { ANY_VERSION, type Lifecycle, type Release, WINDOWS_EDITIONS, type WindowsEdition } from './lifecycle.ts';

/**
 * Until which day each release gets security updates: what is known on `asOf`. Change the data and you change `asOf` and
 * `version` with it; `npm run lifecycle` makes the signed file that servers take.
 *
 * Read on 2026-11-24 in the data of endoflife.date as of 2026-08-22, next to the pages it was taken from. `paidUntil` is
 * Ubuntu Pro ("ESM"), extended life cycle support of Red Hat, LTSS of SUSE, and extended security updates of Windows.
 * - Debian's long-term support is for everybody, by the same archive, so it counts.
 * - ID=linuxmint is also LMDE, whose numbers are far lower.
 * - Apple names no days. It mends the newest three, so a release ended on the day the third one after it came: 14 with 27
 *   (2026-09-15).
 *
 * Forecasts, marked as such, fail no computer: Ubuntu 26.10, Fedora 45, Oracle 10, Leap 16.1, LMDE 7, Windows 11 26H2
 * (announced for the second half of 2026, for Home and Pro 24 months, else 36), macOS 15 to 27.
 */
export const LIFECYCLE: Lifecycle = {
  format: 1,
  version: 1,
  asOf: '2026-11-24',
  sources: [
    'https://endoflife.date',
    'https://wiki.ubuntu.com/Releases',
    'https://wiki.debian.org/DebianReleases',
    'https://wiki.debian.org/LTS',
    'https://docs.fedoraproject.org/en-US/releases/lifecycle/',
    'https://access.redhat.com/support/policy/updates/errata',
    'https://wiki.almalinux.org/release-notes/',
    'https://wiki.rockylinux.org/rocky/version/',
    'https://centos.org/stream9/',
    'https://www.oracle.com/a/ocom/docs/elsp-lifetime-069338.pdf',
    'https://en.opensuse.org/Lifetime',
    'https://www.suse.com/lifecycle',
    'https://linuxmint.com/download_all.php',
    'https://support.system76.com',
    'https://learn.microsoft.com/lifecycle/products/?terms=Windows',
  ],
  releases: [
    ...ended('ubuntu', {
      '18.10': '2019-07-18',
      '19.04': '2020-01-23',
      '19.10': '2020-07-06',
      '20.10': '2021-07-22',
      '21.04': '2022-01-20',
      '21.10': '2022-07-14',
      '22.10': '2023-07-20',
      '23.04': '2024-01-20',
      '23.10': '2024-07-12',
      '24.10': '2025-07-10',
      '25.04': '2026-01-17',
      '25.10': '2026-07-01',
    }),
    { system: 'ubuntu', version: '18.04', until: '2023-05-31', paidUntil: '2028-04-01' },
    { system: 'ubuntu', version: '20.04', until: '2025-05-31', paidUntil: '2030-04-02' },
    { system: 'ubuntu', version: '22.04', until: '2027-04-01', paidUntil: '2032-04-09' },
    { system: 'ubuntu', version: '24.04', until: '2029-05-31', paidUntil: '2036-05-31' },
    { system: 'ubuntu', version: '26.04', until: '2031-04-30', paidUntil: '2036-04-30' },
    { system: 'ubuntu', version: '26.10', until: '2027-07-08', isForecast: true },

    ...ended('debian', { '9': '2022-07-01', '10': '2024-06-30', '11': '2026-08-31' }),
    { system: 'debian', version: '12', until: '2028-06-30' },
    { system: 'debian', version: '13', until: '2030-06-30' },

    ...ended('fedora', { '39': '2024-11-26', '40': '2025-05-13', '41': '2025-12-15', '42': '2026-05-27' }),
    { system: 'fedora', version: '43', until: '2026-12-09' },
    { system: 'fedora', version: '44', until: '2027-06-02' },
    { system: 'fedora', version: '45', until: '2027-11-24', isForecast: true },

    { system: 'rhel', version: '7', until: '2024-06-30', paidUntil: '2029-05-31' },
    { system: 'rhel', version: '8', until: '2029-05-31', paidUntil: '2033-05-31' },
    { system: 'rhel', version: '9', until: '2032-05-31', paidUntil: '2036-05-31' },
    { system: 'rhel', version: '10', until: '2035-05-31', paidUntil: '2039-05-31' },
    ...['almalinux', 'rocky'].flatMap((system): Release[] => [
      { system, version: '8', until: '2029-05-31' },
      { system, version: '9', until: '2032-05-31' },
      { system, version: '10', until: '2035-05-31' },
    ]),
    { system: 'ol', version: '7', until: '2024-12-31', paidUntil: '2028-06-30' },
    { system: 'ol', version: '8', until: '2029-07-31', paidUntil: '2032-07-31' },
    { system: 'ol', version: '9', until: '2032-06-30', paidUntil: '2035-06-30' },
    { system: 'ol', version: '10', until: '2035-06-30', isForecast: true },
    // CentOS Linux 7 and 8, and Stream 8, go by the same name: all have ended.
    ...ended('centos', { '7': '2024-06-30', '8': '2024-05-31' }),
    { system: 'centos', version: '9', until: '2027-05-31' },
    { system: 'centos', version: '10', until: '2030-05-31' },

    ...ended('opensuse-leap', {
      '15.3': '2022-12-31',
      '15.4': '2023-12-07',
      '15.5': '2024-12-31',
      '15.6': '2026-04-30',
    }),
    { system: 'opensuse-leap', version: '16.0', until: '2027-10-31' },
    { system: 'opensuse-leap', version: '16.1', until: '2028-10-31', isForecast: true },
    ...['sles', 'sled'].flatMap((system): Release[] => [
      ...ended(system, { '15.1': '2024-01-31', '15.2': '2024-12-31', '15.3': '2025-12-31' }),
      { system, version: '12.5', until: '2024-10-31', paidUntil: '2027-10-31' },
      { system, version: '15.4', until: '2023-12-31', paidUntil: '2026-12-31' },
      { system, version: '15.5', until: '2024-12-31', paidUntil: '2027-12-31' },
      { system, version: '15.6', until: '2025-12-31', paidUntil: '2028-12-31' },
      { system, version: '15.7', until: '2031-07-31', paidUntil: '2034-07-31' },
      { system, version: '16.0', until: '2027-11-30', paidUntil: '2030-11-30' },
    ]),

    ...ended('linuxmint', { '4': '2022-08-01', '5': '2024-07-01', '6': '2026-01-01' }),
    { system: 'linuxmint', version: '7', until: '2028-08-09', isForecast: true },
    ...ended('linuxmint', { '17': '2019-04-30', '18': '2021-05-03', '19': '2023-04-01', '20': '2025-04-30' }),
    { system: 'linuxmint', version: '21', until: '2027-04-30' },
    { system: 'linuxmint', version: '22', until: '2029-04-30' },
    ...ended('pop', { '20.04': '2025-04-30', '20.10': '2021-09-28', '21.04': '2022-03-13', '21.10': '2022-07-24' }),
    { system: 'pop', version: '22.04', until: '2027-04-25' },
    { system: 'pop', version: '24.04', until: '2029-05-31' },

    ...[
      'arch',
      'archarm',
      'cachyos',
      'endeavouros',
      'garuda',
      'gentoo',
      'kali',
      'manjaro',
      'opensuse-aeon',
      'opensuse-kalpa',
      'opensuse-microos',
      'opensuse-slowroll',
      'opensuse-tumbleweed',
      'solus',
      'void',
    ].map((system): Release => ({ system, version: ANY_VERSION, until: null })),

    // Windows 10
    ...windows('10.0.10240', { 'home-pro': '2017-05-09', enterprise: '2017-05-09', ltsc: '2025-10-14' }),
    ...windows('10.0.10586', { 'home-pro': '2017-10-10', enterprise: '2017-10-10' }),
    ...windows('10.0.14393', { 'home-pro': '2018-04-10', enterprise: '2019-04-09', ltsc: '2026-10-13' }),
    ...windows('10.0.15063', { 'home-pro': '2018-10-09', enterprise: '2019-10-08' }),
    ...windows('10.0.16299', { 'home-pro': '2019-04-09', enterprise: '2020-10-13' }),
    ...windows('10.0.17134', { 'home-pro': '2019-11-12', enterprise: '2021-05-11' }),
    ...windows('10.0.17763', {
      'home-pro': '2020-11-10',
      enterprise: '2021-05-11',
      ltsc: '2029-01-09',
      'iot-ltsc': '2029-01-09',
    }),
    ...windows('10.0.18362', { 'home-pro': '2020-12-08', enterprise: '2020-12-08' }),
    ...windows('10.0.18363', { 'home-pro': '2021-05-11', enterprise: '2022-05-10' }),
    ...windows('10.0.19041', { 'home-pro': '2021-12-14', enterprise: '2021-12-14' }),
    ...windows('10.0.19042', { 'home-pro': '2022-05-10', enterprise: '2023-05-09' }),
    ...windows('10.0.19043', { 'home-pro': '2022-12-13', enterprise: '2022-12-13' }),
    ...windows('10.0.19044', {
      'home-pro': '2023-06-13',
      enterprise: '2024-06-11',
      ltsc: '2027-01-12',
      'iot-ltsc': '2032-01-13',
    }),
    ...windows('10.0.19045', { 'home-pro': '2025-10-14', enterprise: '2025-10-14' }, { paidUntil: '2028-10-10' }),
    // Windows 11
    ...windows('10.0.22000', { 'home-pro': '2023-10-10', enterprise: '2024-10-08' }),
    ...windows('10.0.22621', { 'home-pro': '2024-10-08', enterprise: '2025-10-14' }),
    ...windows('10.0.22631', { 'home-pro': '2025-11-11', enterprise: '2026-11-10' }),
    ...windows('10.0.26100', {
      'home-pro': '2026-10-13',
      enterprise: '2027-10-12',
      ltsc: '2029-10-09',
      'iot-ltsc': '2034-10-10',
      server: '2034-11-14',
    }),
    ...windows('10.0.26200', { 'home-pro': '2027-10-12', enterprise: '2028-10-10' }),
    ...windows('10.0.26300', { 'home-pro': '2028-10-10', enterprise: '2029-10-09' }, { isForecast: true }),
    ...windows('10.0.28000', { 'home-pro': '2028-03-14', enterprise: '2029-03-13' }),
    // Windows Server 2016, 2019, 2022 and the yearly 23H2; 2025 stands above, as it is the same build as 24H2.
    ...windows('10.0.14393', { server: '2027-01-12' }, { paidUntil: '2030-01-12' }),
    ...windows('10.0.17763', { server: '2029-01-09' }),
    ...windows('10.0.20348', { server: '2031-10-14' }),
    ...windows('10.0.25398', { server: '2026-05-12' }),

    ...ended('macos', { '11': '2023-09-26', '12': '2024-09-16', '13': '2025-09-15', '14': '2026-09-15' }),
    { system: 'macos', version: '15', until: '2027-09-14', isForecast: true },
    { system: 'macos', version: '26', until: '2028-09-12', isForecast: true },
    { system: 'macos', version: '27', until: '2029-09-11', isForecast: true },
  ],
};

/** Last days that lie behind us, or are said by no one to be prolonged for money. */
function ended(system: string, days: Readonly<Record<string, string>>): Release[] {
  return Object.entries(days).map(([version, until]) => ({ system, version, until }));
}

function windows(
  version: string,
  days: Readonly<Partial<Record<WindowsEdition, string>>>,
  also: Pick<Release, 'paidUntil' | 'isForecast'> = {},
): Release[] {
  return WINDOWS_EDITIONS.flatMap((edition) => {
    const until = days[edition];
    return until === undefined ? [] : [{ system: 'windows', version, edition, until, ...also }];
  });
}
