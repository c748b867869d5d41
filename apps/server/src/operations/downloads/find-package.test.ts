import { describe, expect, test } from 'vitest';
import { choosePackage } from './find-package.ts';

const ALL = [
  'workplace_3.6.0_amd64.deb',
  'workplace_3.10.0_amd64.deb',
  'workplace_3.10.0_arm64.deb',
  'workplace-3.10.0-linux-x64.tar.xz',
  'workplace-3.10.0-x64.msi',
  'workplace-3.10.0-setup.exe',
  'workplace-3.10.0-macos-arm64.tar.gz',
  'workplace-3.10.0-macos-x64.tar.gz',
  'SHA256SUMS',
];

describe('the package for a computer', () => {
  test.each([
    ['windows', null, 'workplace-3.10.0-setup.exe'],
    ['windows', 'arm64', 'workplace-3.10.0-setup.exe'],
    ['linux', 'x64', 'workplace_3.10.0_amd64.deb'],
    ['linux', 'arm64', 'workplace_3.10.0_arm64.deb'],
    ['macos', 'x64', 'workplace-3.10.0-macos-x64.tar.gz'],
    ['macos', 'arm64', 'workplace-3.10.0-macos-arm64.tar.gz'],
  ] as const)('of %s (%s) is %s', (system, architecture, file) => {
    expect(choosePackage(ALL, { system, architecture })).toBe(file);
  });

  test('is the newest by number, not by letter', () => {
    const names = ['workplace_3.9.0_amd64.deb', 'workplace_3.10.0_amd64.deb', 'workplace_3.8.12_amd64.deb'];
    expect(choosePackage(names, { system: 'linux', architecture: 'x64' })).toBe('workplace_3.10.0_amd64.deb');
  });

  test('is one for every processor where the browser does not say which it has', () => {
    const names = [
      'workplace-3.6.0-macos-arm64.tar.gz',
      'workplace-3.6.0-macos-x64.tar.gz',
      'workplace-3.6.0-macos.zip',
    ];
    expect(choosePackage(names, { system: 'macos', architecture: null })).toBe('workplace-3.6.0-macos.zip');
  });

  test('is none where nothing fits', () => {
    expect(choosePackage(['workplace_3.6.0_arm64.deb'], { system: 'linux', architecture: 'x64' })).toBeNull();
    expect(choosePackage(['workplace_3.6.0_amd64.deb'], { system: 'windows', architecture: 'x64' })).toBeNull();
    expect(choosePackage([], { system: 'macos', architecture: null })).toBeNull();
  });
});
