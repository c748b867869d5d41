import { expect, test } from 'vitest';
import { newOidcClientSchema, oidcClientSchema } from './oidc-client.ts';

const clientOf = (address: string) => ({ redirectUris: ['https://wiki.alderbrook.example/callback', address] });

test.each([
  'https://wiki.alderbrook.example/cb#done',
  'https://*.alderbrook.example/cb',
  'http://wiki.alderbrook.example/cb',
])(
  'an address that can never work is refused when a client is registered, and what is stored can be read: %s',
  (address) => {
    expect(newOidcClientSchema.safeParse(clientOf(address)).success).toBe(false);
    expect(oidcClientSchema.safeParse(clientOf(address)).success).toBe(true);
  },
);

test.each(['https://wiki.alderbrook.example/cb?a=*', 'http://localhost:8080/cb', 'https://wiki.alderbrook.example'])(
  'an exact address is taken: %s',
  (address) => {
    expect(newOidcClientSchema.safeParse(clientOf(address)).success).toBe(true);
  },
);
