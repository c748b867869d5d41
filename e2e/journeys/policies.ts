/** Everything the journeys do not look at is switched off, so that each says what it is about. */
const OFF = [
  'NoActiveInfections',
  'PasswordSet',
  'FirewallEnable',
  'AntiVirusInstalled',
  'AntiVirusRealtimeProtection',
  'AntiVirusSignaturesUpToDate',
  'DeviceEncrypted',
  'OsAutoUpdateEnable',
  'ScreenSaverState',
  'ScreenSaverPasswordProtected',
  'ScreenSaverTimeout',
  'ManagedDevice',
  'RmmAgent',
  'FciAgentRunning',
];

/** A policy in which only the named checks count, beside the supported system and the known device. */
export function createPolicy(
  severities: { readonly [check: string]: 'recommended' | 'required' | 'sign-in-stopper' },
  workplaceAccessPolicy: 'Strict' | 'Permissive' = 'Strict',
): string {
  const off = OFF.filter((check) => !(check in severities)).map((check) => `  ${check}: { severity: off }`);
  const on = Object.entries(severities).map(([check, severity]) => `  ${check}: { severity: ${severity} }`);
  return [
    'version: 1',
    `workplaceAccessPolicy: ${workplaceAccessPolicy}`,
    'checks:',
    '  OSSupported: { severity: required }',
    '  KnownDevice: { severity: required }',
    ...off,
    ...on,
    '',
  ].join('\n');
}
