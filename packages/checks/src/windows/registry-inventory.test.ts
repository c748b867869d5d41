import { anyText } from '@vestibule/testing';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createFakeSystem, type FakeSystemOptions } from '../fake-system.ts';
import { windowsManagement } from '../managed-device/windows.ts';
import { windowsOperatingSystem } from '../os-supported/windows.ts';
import { windowsSignInSecret } from '../password-set/windows.ts';
import { readRegistryInventory } from './registry-inventory.ts';
import { parseRegistryText } from './registry-text.ts';

const VERSION = String.raw`
HKEY_LOCAL_MACHINE\SOFTWARE\Microsoft\Windows NT\CurrentVersion
    SystemRoot    REG_SZ    C:\Windows
    CurrentBuildNumber    REG_SZ    26100
    CurrentMajorVersionNumber    REG_DWORD    0xa
    CurrentMinorVersionNumber    REG_DWORD    0x0
    UBR    REG_DWORD    0x1c03
    DisplayVersion    REG_SZ    24H2
    EditionID    REG_SZ    Enterprise
    InstallationType    REG_SZ    Client
    ProductName    REG_SZ    Windows 10 Enterprise
    DigitalProductId    REG_BINARY    A4000000

HKEY_LOCAL_MACHINE\SOFTWARE\Microsoft\Windows NT\CurrentVersion\Winlogon
`;
const ENROLLMENTS = String.raw`
HKEY_LOCAL_MACHINE\SOFTWARE\Microsoft\Enrollments\5D5E2A6C-0000-4000-8000-AAAAAAAAAAAA
    EnrollmentState    REG_DWORD    0x1
    ProviderID    REG_SZ    MS DM Server
    DiscoveryServiceFullURL    REG_SZ    https://enrollment.manage.microsoft.com/enrollmentserver/discovery.svc
    (Standard)    REG_SZ    

HKEY_LOCAL_MACHINE\SOFTWARE\Microsoft\Enrollments\5D5E2A6C-0000-4000-8000-AAAAAAAAAAAA\FirstSync
    ProviderID    REG_SZ    Another person
    EnrollmentState    REG_DWORD    0x1

HKEY_LOCAL_MACHINE\SOFTWARE\Microsoft\Enrollments\Context
    State    REG_DWORD    0x1
`;

const query = (key: string) => String.raw`reg query HKEY_LOCAL_MACHINE\SOFTWARE\Microsoft` + key;
const answers = (version: string, enrollments: string) => ({
  [query(String.raw`\Windows NT\CurrentVersion`)]: version,
  [query(String.raw`\Enrollments`)]: enrollments,
});

async function open(commands: NonNullable<FakeSystemOptions['commands']>) {
  const inventory = await readRegistryInventory(
    createFakeSystem({ operatingSystem: 'windows', commands }),
    'blocked-by-policy',
  );
  return createFakeSystem({
    operatingSystem: 'windows',
    windowsInventory: () => Promise.resolve({ ok: true, value: inventory }),
  });
}

describe('where PowerShell is forbidden', () => {
  test('the registry tells the system and its management', async () => {
    const system = await open(answers(VERSION, ENROLLMENTS));
    expect(await windowsOperatingSystem.read(system)).toMatchObject({
      value: { version: '10.0.26100.7171', name: 'Windows 11 Enterprise 24H2 (26100.7171)' },
    });
    expect(await windowsManagement.read(system)).toMatchObject({
      value: { services: [{ id: 'intune', isEnrolled: true }] },
    });
  });

  test('what needs more is unknown for the reason that PowerShell had', async () => {
    const system = await open(answers(VERSION, ENROLLMENTS));
    expect(await windowsSignInSecret.read(system)).toMatchObject({ unavailable: 'blocked-by-policy' });
  });

  test.each([
    [{ code: 1, stderr: 'FEHLER: Der angegebene Registrierungsschlüssel wurde nicht gefunden.' }],
    [{ code: 5, stdout: VERSION }],
    [''],
    [{ ok: false, reason: 'timed-out', detail: '' } as const],
  ])('a tool that answers %j leaves it unknown', async (answer) => {
    const system = await open({ reg: answer });
    expect(await windowsOperatingSystem.read(system)).toMatchObject({ unavailable: 'blocked-by-policy' });
    expect(await windowsManagement.read(system)).toMatchObject({ unavailable: 'blocked-by-policy' });
  });
});

test('keys are asked for in the view of 64-bit programs', async () => {
  const system = createFakeSystem({ operatingSystem: 'windows', commands: { reg: '' } });
  await readRegistryInventory(system, 'tool-missing');
  expect(system.ran).toHaveLength(2);
  expect(system.ran.every((line) => line.endsWith(' /reg:64'))).toBe(true);
});

test('no text throws, and none that names no enrolment reads as one', async () => {
  await fc.assert(
    fc.asyncProperty(anyText(), fc.nat(ENROLLMENTS.length), async (noise, at) => {
      expect(parseRegistryText(noise).size).toBeGreaterThanOrEqual(0);
      const cut = ENROLLMENTS.replace('0x1', '0x0').slice(0, at);
      const reading = await windowsManagement.read(await open(answers(noise, cut)));
      expect(JSON.stringify(reading)).not.toContain('"isEnrolled":true');
    }),
    { numRuns: 50 },
  );
});
