import { describe, expect, test } from 'vitest';
import { isInside } from '../../operations/outgoing/inner-networks.ts';
import { fetchMetadata } from './fetch-metadata.ts';

describe('the server does not look into the network it stands in', () => {
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
    const fetched = await fetchMetadata(address, (at) => !isInside(at));
    expect(fetched).toMatchObject({ refused: 'metadata_refused' });
  });
});
