import type { ShownSoftware } from '@vestibule/contracts';
import { expect, test } from 'vitest';
import { Output } from '../frame/output.ts';
import { tellWhatIsApproved } from './software.ts';

const FLEET: ShownSoftware = {
  id: 'fleet-1.30',
  checkType: 'RmmAgent',
  agent: 'fleet',
  kind: 'msi',
  architecture: 'x64',
  packageName: '8f1f2c1e-0b7e-4f0a-9d53-2f6c1d0a7b11',
  productCode: '4a6d9a52-7c0e-4c5f-8f0b-5f0f6c1d2e01',
  version: '1.30.0',
  fileName: 'fleet.msi',
  size: 1000,
  sha256: 'a'.repeat(64),
  name: 'Fleet',
  publisher: 'Fleet Inc.',
  licence: 'Be kind.',
  issuedAt: '2026-11-26T08:00:00.000Z',
  notAfter: '2027-11-26T08:00:00.000Z',
  state: 'waits-for-approval',
  addedBy: 'ilse',
  addedAt: '2026-11-27T08:00:00.000Z',
  approvedBy: null,
  approvedAt: null,
};

function tell(isJson: boolean, change: Partial<ShownSoftware> = {}): string {
  const lines: string[] = [];
  const output = new Output({ out: (text) => lines.push(text), err: () => {}, columns: 100 }, isJson);
  tellWhatIsApproved(output, { ...FLEET, ...change });
  return lines.join('');
}

test('who approves reads what goes to whose computers, by whom it was added, and the hash to compare', () => {
  const said = tell(false);
  expect(said).toContain('You approve this for every Windows computer whose check RmmAgent misses it:');
  expect(said).toMatch(/Is +Fleet 1\.30\.0 of Fleet Inc\./);
  expect(said).toMatch(/Package +4a6d9a52-7c0e-4c5f-8f0b-5f0f6c1d2e01, msi, x64/);
  expect(said).toMatch(/SHA-256 +a{64}/);
  expect(said).toMatch(/Added +.*by ilse/);
  expect(tell(false, { kind: 'deb' })).toContain('every Debian and Ubuntu computer');
});

test('JSON stays the one answer', () => {
  expect(tell(true)).toBe('');
});
