import type { SoftwareManifest } from '@vestibule/contracts';

/** What tests sign, with what they change. */
export const MANIFEST: SoftwareManifest = {
  format: 1,
  id: 'fleet-1.30',
  checkType: 'RmmAgent',
  agent: 'fleet',
  kind: 'deb',
  architecture: 'x64',
  packageName: 'vestibule-test-agent',
  version: '1.30',
  fileName: 'fleet.deb',
  size: 1000,
  sha256: 'a'.repeat(64),
  name: 'Fleet',
  publisher: 'Fleet Inc.',
  licence: 'Be kind.',
  issuedAt: '2026-11-26T08:00:00.000Z',
  notAfter: '2027-11-26T08:00:00.000Z',
};
