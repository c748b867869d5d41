import {
  type ApiError,
  confirmTotpCall,
  mySessionCall,
  signInCall,
  signInOptionsCall,
  signOutCall,
} from '@vestibule/contracts';
import { describe, expect, it, vi } from 'vitest';
import { createServer } from './server.ts';

const credentials = { body: { login: 'nadia', password: 'secret' } };
const noCookies = () => '';

function answering(response: Response) {
  const send = vi.fn(async (..._request: Parameters<typeof fetch>) => response);
  const server = createServer(send, () => 'a=1; XSRF-TOKEN=theirs; XSRF-TOKEN=right; b=2');
  return { server, request: () => ({ path: send.mock.calls[0]?.[0], ...send.mock.calls[0]?.[1] }) };
}

function refusal(code: ApiError['code'], status: number): Response {
  return Response.json({ code, message: '', correlationId: '' }, { status });
}

describe('what is asked', () => {
  it('is the body of the call, without a token where there is no session', async () => {
    const { server, request } = answering(Response.json({ continueTo: '/device-check/' }));
    expect(await server.ask(signInCall, credentials)).toEqual({ ok: true, body: { continueTo: '/device-check/' } });
    expect(request()).toMatchObject({
      path: '/api/online/v1/sign-in',
      method: 'POST',
      body: JSON.stringify(credentials.body),
      headers: { 'Content-Type': 'application/json' },
    });
  });

  it('carries the token against forgery where something changes by cookie', async () => {
    const { server, request } = answering(Response.json({ continueTo: '/online/' }));
    expect(await server.ask(signOutCall)).toEqual({ ok: true, body: { continueTo: '/online/' } });
    expect(request().headers).toEqual({ 'X-XSRF-TOKEN': 'theirs,right' });
  });

  it('has its parameters in the path and leaves out what is not given', async () => {
    const totp = answering(Response.json({ recoveryCodes: null, continueTo: '/' }));
    await totp.server.ask(confirmTotpCall, { parameters: { id: 'a/b' }, body: { code: '1' } });
    expect(totp.request().path).toBe('/api/online/v1/second-factors/totp/a%2Fb/confirm');
    const options = answering(Response.json({}));
    await options.server.ask(signInOptionsCall, { query: { loginMarker: undefined } });
    expect(options.request().path).toBe('/api/online/v1/sign-in-options');
  });
});

describe('what comes back', () => {
  it.each([
    ['a refusal', refusal('credentials_wrong', 401), 'credentials_wrong'],
    ['a refusal with another status than the declared one', refusal('credentials_wrong', 500), 'server_error'],
    ['a refusal that the call does not declare', refusal('policy_not_met', 403), 'server_error'],
    ['an answer of another shape', Response.json({ goTo: '/' }), 'server_error'],
    ['a refusal of another shape', Response.json({ error: 'bad gateway' }, { status: 502 }), 'server_error'],
    ['an answer that is no JSON', new Response('<html>', { status: 502 }), 'server_error'],
  ])('%s is a problem with a name', async (_name, response, problem) => {
    expect(await answering(response).server.ask(signInCall, credentials)).toEqual({ ok: false, problem });
  });

  it('no answer is the network', async () => {
    const server = createServer(async () => Promise.reject(new TypeError('Failed to fetch')), noCookies);
    expect(await server.ask(mySessionCall)).toEqual({ ok: false, problem: 'network' });
  });
});
