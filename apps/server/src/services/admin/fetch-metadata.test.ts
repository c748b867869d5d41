import { describe, expect, test } from 'vitest';
import { fetchMetadata, isInside } from './fetch-metadata.ts';

describe('the server does not look into the network it stands in', () => {
  test.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
    '::1',
    '::',
    'fe80::1',
    'fd00::1',
    'ff02::1',
    '::ffff:127.0.0.1',
    '::ffff:10.0.0.1',
    '::FFFF:7f00:1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '2001:db8::1',
  ])('at %s', (address) => {
    expect(isInside(address)).toBe(true);
  });

  test.each([
    '93.184.215.14',
    '172.32.0.1',
    '100.128.0.1',
    '2606:2800:21f:cb07:6820:80da:af6b:8b2c',
    '::ffff:93.184.215.14',
  ])('but at %s', (address) => {
    expect(isInside(address)).toBe(false);
  });

  test.each([
    'https://127.0.0.1/metadata',
    'https://[::1]/metadata',
    'https://localhost/metadata',
    'https://169.254.169.254/latest/meta-data',
    'https://0x7f000001/metadata',
    'https://2130706433/metadata',
    'https://user:password@example.com/metadata',
    'http://example.com/metadata',
  ])('by %s', async (address) => {
    const fetched = await fetchMetadata(address, { mayReachInside: false });
    expect(fetched).toMatchObject({ refused: 'metadata_refused' });
  });
});
