import { parseWindowsInventory, type SystemPort } from '@vestibule/checks';
import { expect, test } from 'vitest';
import { createFactSource } from '../facts/fact-source.ts';
import { openLocalSystem } from '../system/local-system.ts';
import type { ProgramDetails } from './client-details.ts';
import { createReportBuilder } from './report-builder.ts';

const client: ProgramDetails = {
  version: '3.6.0',
  installScope: 'development',
  codeHash: '0'.repeat(64),
  systemRoot: 'scratch',
};

const DOCUMENT = JSON.stringify({
  format: 1,
  sections: {
    operatingSystem: {
      value: {
        major: 10,
        minor: 0,
        build: '26200',
        revision: 7171,
        display: '25H2',
        release: '2009',
        edition: 'Professional',
        installation: 'Client',
      },
    },
    computer: { value: { manufacturer: 'Contoso', model: 'Book\u0000 14', systemType: 2, partOfDomain: false } },
    device: { value: { serial: 'C02X1234', productVersion: '', chassis: [10] } },
    encryption: { value: { drive: 'C:', protection: 1 } },
    drives: {
      value: {
        drives: [{ drive: 'C:', fileSystem: 'NTFS', size: 1, media: null, bus: null, device: null, protection: 1 }],
      },
    },
  },
});

test('[S1.003] a report on Windows is made of one reading, details and facts together', async () => {
  let runs = 0;
  const system = {
    ...openLocalSystem({ rootFolder: '/nowhere', environment: {}, now: () => new Date(0) }),
    operatingSystem: 'windows' as const,
    windowsInventory: async () => {
      runs += 1;
      return parseWindowsInventory({ stdout: DOCUMENT, stderr: '' }, false);
    },
  } satisfies SystemPort;
  const builder = createReportBuilder(
    { deviceId: 'id', keyProtection: 'file' },
    client,
    system,
    createFactSource(system),
  );
  const { report } = await builder.read();
  expect(runs).toBe(1);
  expect(report.device).toMatchObject({
    operatingSystem: 'windows',
    osVersionCaption: 'Windows 11 Pro 25H2 (26200.7171)',
    deviceType: 0,
    model: 'Book 14',
    manufacturer: 'Contoso',
    serialNumber: 'C02X1234',
  });
  expect(report.facts).toMatchObject({
    encryption: { value: { state: 'encrypted' } },
    firewall: { unavailable: 'unexpected-output' },
  });
  await builder.read(['encryption']);
  expect(runs).toBe(2);
});
