import { createSimulatedDevice, fact, type SimulatedDevice } from '@vestibule/testing';
import { eq } from 'drizzle-orm';
import { applications } from '../../../database/schema.ts';
import { createSocketDesk, type Desk, given } from '../../../testing/administrators.ts';
import type { TestServer } from '../../../testing/test-server.ts';
import { type Reply, Visitor } from '../../../testing/visitor.ts';
import {
  APP_ID,
  type EntraTenant,
  type EntraUser,
  type HintChanges,
  type Method,
  REDIRECT_URI,
} from '@vestibule/testing/entra-tenant';

export const POLICY = `
version: 1
workplaceAccessPolicy: Strict
checks:
  FirewallEnable: { severity: required }
`;
export const goodFacts = { firewall: fact({ isOn: true, manager: 'ufw', gaps: [] }) };
export const badFacts = { firewall: fact({ isOn: false, manager: 'ufw', gaps: [] }) };

/** A server with Vestibule entered as external method of a tenant. */
export interface SecondStepWorld {
  readonly server: TestServer;
  readonly tenant: EntraTenant;
  readonly desk: Desk;
  readonly upstreamId: string;
  readonly applicationId: string;
  readonly method: Method;
}

export async function addMethod(server: TestServer, tenant: EntraTenant): Promise<SecondStepWorld> {
  const desk = createSocketDesk(server);
  const settings = {
    issuer: tenant.issuer,
    clientId: APP_ID,
    assumesEmailVerified: true,
    createsPeople: true,
    allowedDomains: ['alderbrook.example'],
  };
  const upstream = await desk.call('adminAddUpstream', {
    body: { kind: 'oidc', name: 'Microsoft', settings, isEnabled: false },
  });
  const upstreamId = given(upstream.body.upstreamId ?? undefined);
  const added = await desk.call('adminAddApplication', {
    body: {
      name: 'Entra second step',
      source: { from: 'second-step', record: { upstreamId, redirectUris: [REDIRECT_URI] } },
    },
  });
  const applicationId = given(added.body.applicationId ?? undefined);
  const clientId = given(added.body.clientId ?? undefined);
  const discovery = `${server.url}/second-step/${applicationId}/.well-known/openid-configuration`;
  return { server, tenant, desk, upstreamId, applicationId, method: { clientId, discovery } };
}

export function createUser(login: string, email = `${login}@alderbrook.example`): EntraUser {
  return {
    sub: `subject-of-${login}`,
    oid: `object-of-${login}`,
    name: 'Mara Lindqvist',
    preferred_username: login,
    email,
  };
}

/** Someone with a browser and a computer, on their way through the second step. */
export class Walker {
  readonly world: SecondStepWorld;
  readonly user: EntraUser;
  readonly visitor: Visitor;
  readonly device: SimulatedDevice;
  sent: Record<string, string> = {};
  marker = '';
  way = '';
  answered: Reply<string> | null = null;

  private constructor(world: SecondStepWorld, user: EntraUser, visitor: Visitor, device: SimulatedDevice) {
    this.world = world;
    this.user = user;
    this.visitor = visitor;
    this.device = device;
  }

  static async create(world: SecondStepWorld, user: EntraUser): Promise<Walker> {
    return new Walker(world, user, new Visitor(world.server), await createSimulatedDevice());
  }

  /** The browser posts what Entra ID gave it, as a page of another site does: without cookies. */
  async post(form: Record<string, string>, method = 'POST'): Promise<Reply<string>> {
    const stranger = new Visitor(this.world.server);
    const path = `/second-step/${this.world.applicationId}/authorize`;
    return method === 'POST'
      ? stranger.ask(path, { method, form })
      : stranger.ask(`${path}?${new URLSearchParams(form).toString()}`);
  }

  /** Posts a request and follows to where the browser is led. @returns the last address */
  async begin(
    changes: HintChanges & { readonly form?: Record<string, string> } = {},
    method = 'POST',
  ): Promise<string> {
    this.sent = await this.world.tenant.request(this.user, this.world.method, changes);
    const begun = await this.post(this.sent, method);
    const arrived = await this.visitor.ask(given(begun.headers.get('location') ?? undefined));
    this.way = '';
    this.answered = null;
    this.marker = new URL(arrived.headers.get('location') ?? '', this.world.server.url).searchParams.get('login') ?? '';
    return (await this.goOn()).headers.get('location') ?? '';
  }

  /** To where the check led, if it led on: with what it gave. */
  async goOn(): Promise<Reply<string>> {
    if (this.answered !== null) return this.answered;
    return this.visitor.ask(this.way === '' ? `/saml/continue?login=${this.marker}` : this.way);
  }

  /** The check in the portal. @returns what activation says */
  async check(facts = goodFacts, device = this.device): Promise<Reply<{ continueTo: string }>> {
    const session = await this.visitor.openSession(device);
    await this.visitor.report(session, device, facts);
    const result = await this.visitor.checkResult(session, this.marker);
    const permit = result.body.encryptedPermit === null ? 'none' : await device.open(session, result.body);
    const body = { type: 'deviceComplianceV2', permit };
    const reply = await this.visitor.ask<{ continueTo: string }>('/api/auth/v2/activate', { method: 'POST', body });
    if (reply.status === 200) this.way = reply.body.continueTo;
    if (reply.body.code === 'already_activated') this.answered = await this.redeem(permit);
    return reply;
  }

  /** The form that the portal posts by itself, where the factor was given before. */
  private async redeem(permit: string): Promise<Reply<string>> {
    const { status, headers, body } = await this.visitor.redeem(permit);
    const field = `<input type="hidden" name="SAMLResponse" value="${body.samlResponse}">`;
    return {
      status,
      headers,
      body: `<form method="post" action="${body.actionUrl}">${field}</form>` as Reply<string>['body'],
    };
  }

  /** From the gate's page to the page that posts to Entra ID. */
  async finish(page: Reply<string>, readForm: (page: string) => { action: string; fields: Record<string, string> }) {
    const { action, fields } = readForm(page.body);
    return this.visitor.ask<string>(action, { method: 'POST', form: fields });
  }
}

export async function setRecord(world: SecondStepWorld, redirectUris: readonly string[]): Promise<void> {
  await world.server.context.database
    .update(applications)
    .set({ oidcClient: { upstreamId: world.upstreamId, redirectUris } })
    .where(eq(applications.id, world.applicationId));
}
