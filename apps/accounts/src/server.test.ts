import { expect, it, vi } from 'vitest';
import { createServer } from './server.ts';

const credentials = { login: 'nadia', password: 'secret', loginMarker: null };

function answering(status: number, body: unknown) {
  return createServer(async () => Response.json(body, { status }));
}

it('sends the credentials to the sign-in call', async () => {
  const send = vi.fn(async (..._request: Parameters<typeof fetch>) => Response.json({ continueTo: '/device-check/' }));
  const loginMarker = '0b2fbb0c-3d0a-4c5c-9d4e-0f4f7d0a1b2c';
  expect(await createServer(send).signIn({ ...credentials, loginMarker })).toEqual({
    ok: true,
    continueTo: '/device-check/',
  });
  const [path, request] = send.mock.calls[0] ?? [];
  expect(path).toBe('/api/online/v1/sign-in');
  expect(request?.body).toBe(JSON.stringify({ login: 'nadia', password: 'secret', loginMarker }));
});

it.each([
  ['a refusal', answering(401, { code: 'credentials_wrong', message: '', correlationId: '' }), 'credentials_wrong'],
  ['an answer of another shape', answering(200, { goTo: '/' }), 'server_error'],
  ['a refusal of another shape', answering(502, { error: 'bad gateway' }), 'server_error'],
  ['an answer that is no JSON', createServer(async () => new Response('<html>', { status: 502 })), 'server_error'],
  ['no network', createServer(async () => Promise.reject(new TypeError('Failed to fetch'))), 'network'],
])('%s is a problem with a name', async (_name, server, problem) => {
  expect(await server.signIn(credentials)).toEqual({ ok: false, problem });
});

it('does without the public information', async () => {
  expect(await answering(500, {}).loadPublicInfo()).toBeNull();
});
