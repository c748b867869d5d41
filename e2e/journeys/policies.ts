/** A policy in which only the named checks count, next to the supported system and the known device. */
export function createPolicy(
  severities: { readonly [check: string]: 'recommended' | 'required' | 'sign-in-stopper' },
  workplaceAccessPolicy: 'Strict' | 'Permissive' = 'Strict',
): string {
  const named = Object.entries(severities).map(([check, severity]) => `  ${check}: { severity: ${severity} }`);
  return [
    'version: 1',
    `workplaceAccessPolicy: ${workplaceAccessPolicy}`,
    'checks:',
    '  OSSupported: { severity: required }',
    '  KnownDevice: { severity: required }',
    ...named,
    '',
  ].join('\n');
}
