/** For distributions without versions, or when every version will do. */
export const ANY_VERSION = 'any';

/** Distributions that still get security updates in November 2026, long-term support included. Policy may replace it. */
export const OLDEST_SUPPORTED_LINUX: Readonly<Record<string, string>> = {
  ubuntu: '22.04',
  debian: '12',
  fedora: '43',
  rhel: '8',
  almalinux: '8',
  rocky: '8',
  linuxmint: '21',
  pop: '22.04',
  'opensuse-leap': '15.6',
  'opensuse-tumbleweed': ANY_VERSION,
  arch: ANY_VERSION,
};
