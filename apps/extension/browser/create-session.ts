import { randomUUID } from 'node:crypto';
import type { SessionData } from '@vestibule/contracts';
import { createServerSessionKey, type PrivateJwk, publicJwk, signGrant, thumbprint } from '@vestibule/device-keys';
import type { TestBrowser } from './test-browser.ts';

const LIFE_MS = 60_000;

/** Opens a device session as the server does. */
export async function createSession(
  { server, portal }: TestBrowser,
  deviceId: string,
): Promise<{ readonly session: SessionData; readonly serverSessionKey: PrivateJwk }> {
  const serverSessionKey = await createServerSessionKey();
  const sessionId = randomUUID();
  const expires = Date.now() + LIFE_MS;
  const grant = await signGrant(
    {
      use: 'session',
      iss: portal,
      deviceId,
      origin: portal,
      exp: Math.floor(expires / 1000),
      sessionId,
      companyName: 'Acme',
      serverKey: publicJwk(serverSessionKey),
    },
    server,
    await thumbprint(server.publicKey),
  );
  return {
    session: {
      sessionId,
      token: 'token',
      publicKey: publicJwk(serverSessionKey),
      expirationTime: new Date(expires).toISOString(),
      nonce: 'first-nonce',
      signIn: 'sign-in',
      grant,
    },
    serverSessionKey,
  };
}
