import { companyConfigurationSchema } from '@vestibule/contracts';
import { describe, expect, test } from 'vitest';
import { describeSupportedVersions } from './supported-versions.ts';

const versionsOf = (settings: object) =>
  describeSupportedVersions({
    configuration: companyConfigurationSchema.parse(settings),
  } as Parameters<typeof describeSupportedVersions>[0]);

const SHIPPED = versionsOf({});
const names = (list: readonly { readonly name: string }[]) => list.map(({ name }) => name);

describe('the list of supported versions', () => {
  test('is given per platform and session kind, each with systems and browsers [S7.019, S3.061, S3.062]', () => {
    expect(Object.keys(SHIPPED)).toEqual(['mac', 'windows', 'linux']);
    for (const platform of [SHIPPED.mac, SHIPPED.windows]) {
      expect(Object.keys(platform)).toEqual(['frontline', 'secureEnclave', 'other']);
    }
  });

  test('names every entry and gives its version as a number [S3.063, S3.064]', () => {
    for (const platform of Object.values(SHIPPED).filter((each) => each !== undefined)) {
      for (const { supportedOs, supportedBrowsers } of Object.values(platform)) {
        for (const entry of [...supportedOs, ...supportedBrowsers]) {
          expect(Object.keys(entry).toSorted()).toEqual(['name', 'version']);
          expect(entry.name).not.toBe('');
          expect(entry.version).toMatch(/^\d+(\.\d+)*$/);
        }
      }
    }
  });

  test('begins with the specification’s macOS names in frontline, and goes on to today’s [S5.007]', () => {
    expect(names(SHIPPED.mac.frontline.supportedOs)).toEqual([
      ...['Monterey', 'Ventura', 'Sonoma', 'Sequoia'],
      ...['Tahoe', 'Golden Gate'],
    ]);
    expect(SHIPPED.mac.frontline.supportedOs.map(({ version }) => version)).toEqual([
      '12',
      '13',
      '14',
      '15',
      '26',
      '27',
    ]);
  });

  test('begins with Ventura for the other session kinds [S5.008]', () => {
    for (const kind of [SHIPPED.mac.secureEnclave, SHIPPED.mac.other]) {
      expect(names(kind.supportedOs)).toEqual(['Ventura', 'Sonoma', 'Sequoia', 'Tahoe', 'Golden Gate']);
    }
  });

  test('names Windows 10, from its last release on, and Windows 11 [S5.009]', () => {
    for (const kind of [SHIPPED.windows.frontline, SHIPPED.windows.secureEnclave, SHIPPED.windows.other]) {
      expect(kind.supportedOs).toEqual([
        { version: '10.0.19045', name: 'Windows 10' },
        { version: '10.0.22000', name: 'Windows 11' },
      ]);
    }
  });

  test('includes Firefox, except in a containerised session, which runs in Chrome and Edge only', () => {
    for (const platform of Object.values(SHIPPED).filter((each) => each !== undefined)) {
      expect(names(platform.frontline.supportedBrowsers)).toContain('Firefox');
      expect(names(platform.secureEnclave.supportedBrowsers)).toEqual(['Chrome', 'Edge']);
    }
  });

  test('leaves out Safari, for which there is no extension', () => {
    for (const platform of Object.values(SHIPPED).filter((each) => each !== undefined)) {
      for (const list of Object.values(platform)) expect(names(list.supportedBrowsers)).not.toContain('Safari');
    }
  });

  test('is the company’s own where it has one: without Linux, for instance', () => {
    const list = { supportedOs: [{ version: '27', name: 'Golden Gate' }], supportedBrowsers: [] };
    const platform = { frontline: list, secureEnclave: list, other: list };
    const own = { mac: platform, windows: platform };
    expect(versionsOf({ supportedVersions: own })).toEqual(own);
  });
});
