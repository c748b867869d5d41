import { randomUUID } from 'node:crypto';
import { createSimulatedDevice, fact, type SimulatedDevice } from '@vestibule/testing';
import { applications } from '../../../database/schema.ts';
import { startTestServer, type TestServer, type TestServerOptions } from '../../../testing/test-server.ts';
import { Visitor } from '../../../testing/visitor.ts';

export const POLICY = 'version: 1\nworkplaceAccessPolicy: Strict\nchecks:\n  FirewallEnable: { severity: required }\n';
const VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
const CALLBACK = 'http://127.0.0.1:9099/callback';
const facts = { firewall: fact({ isOn: true, manager: 'ufw', gaps: [] }) };

/** What the application is sent when the person may come in. */
export const CODE = /^http:\/\/127\.0\.0\.1:9099\/callback\?code=/;

/** What the application `wiki` sends a browser to. */
export const REQUEST = `/oidc/auth?${new URLSearchParams({
  client_id: 'wiki',
  response_type: 'code',
  scope: 'openid',
  redirect_uri: CALLBACK,
  code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  code_challenge_method: 'S256',
  state: 'state',
}).toString()}`;

/** A gate with an OpenID Connect application that has no secret. */
export async function startGate(options: TestServerOptions = {}): Promise<TestServer> {
  const started = await startTestServer({ policy: POLICY, ...options });
  const { company, database } = await started.company();
  await database.insert(applications).values({
    companyId: company.id,
    id: randomUUID(),
    name: 'Alderbrook Wiki',
    entityId: 'wiki',
    protocol: 'oidc',
    oidcClient: { redirectUris: [CALLBACK], authenticationMethod: 'none' },
  });
  // Loads the library, which says once by what it was not tested.
  await new Visitor(started).ask('/oidc/.well-known/openid-configuration');
  return started;
}

/** Where a browser is sent on to. */
export async function locationOf(visitor: Visitor, address: string): Promise<string> {
  return (await visitor.ask(address)).headers.get('location') ?? '';
}

/**
 * What the gate's page posts, once the person has signed in and their computer has passed.
 * @param signIn as whom; left out: as the first of the trial
 * @param at the computer; left out: a new one
 */
export async function passGate(
  visitor: Visitor,
  step: string,
  signIn: (marker: string) => Promise<unknown> = (marker) => visitor.signIn(0, marker),
  at?: SimulatedDevice,
) {
  const marker = new URL(await locationOf(visitor, step), visitor.server.url).searchParams.get('login') ?? '';
  await signIn(marker);
  const device = at ?? (await createSimulatedDevice());
  const session = await visitor.openSession(device);
  await visitor.report(session, device, facts);
  const { body } = await visitor.checkResult(session, marker);
  return (await visitor.redeem(await device.open(session, body))).body;
}

/** Posts what the page would. @returns where the browser is sent on to */
export async function finish(
  visitor: Visitor,
  post: { readonly actionUrl: string; readonly samlResponse: string },
): Promise<string> {
  const form = { SAMLResponse: post.samlResponse };
  return (await visitor.ask(post.actionUrl, { method: 'POST', form })).headers.get('location') ?? '';
}

/** What the application gets for the code of an address. */
export async function redeem(server: TestServer, location: string): Promise<number> {
  const form = {
    grant_type: 'authorization_code',
    client_id: 'wiki',
    code: new URL(location).searchParams.get('code') ?? '',
    redirect_uri: CALLBACK,
    code_verifier: VERIFIER,
  };
  return (await new Visitor(server).ask('/oidc/token', { method: 'POST', form })).status;
}
