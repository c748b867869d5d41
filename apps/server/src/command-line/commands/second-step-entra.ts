import { NO_CLIENT } from '@vestibule/contracts';
import { misuse, type Run } from '@vestibule/command-line';
import { printSteps } from './connect-presets.ts';
import {
  methodSteps,
  readAppId,
  readTenant,
  registrationSteps,
  type SecondStepOptions,
} from './second-step-presets.ts';

/**
 * Makes an external authentication method for a tenant: the identity provider that people are matched by, if it is not
 * there yet, and the method itself; then says what to enter in Entra ID.
 */
export async function setUpEntra(session: Run, options: SecondStepOptions): Promise<void> {
  const { ask, output, isDryRun } = session;
  const { issuer, redirectUri } = readTenant(options);
  const { name = 'Entra second step' } = options;
  const outcome = await writeUpstream(session, issuer, options);
  const upstream = await findUpstream(session, issuer);
  if (upstream === null) return output.outcome(outcome, '');
  const known = await findMethod(session, upstream.id);
  const record = { upstreamId: upstream.id, redirectUris: [redirectUri] };
  const added =
    known === null
      ? await ask('adminAddApplication', { body: { name, source: { from: 'second-step', record } } })
      : null;
  const method = known ?? (await findMethod(session, upstream.id));
  const changes = [...outcome.changes, ...(added?.changes ?? [])];
  const all = { ...outcome, changes, warnings: [...outcome.warnings, ...(added?.warnings ?? [])] };
  if (isDryRun || method === null) return output.outcome(all, '');
  const { publicUrl } = await ask('adminCompany');
  const address = `${publicUrl}/second-step/${method.id}`;
  const appId = upstream.settings['clientId'];
  if (appId === NO_CLIENT || typeof appId !== 'string')
    return sayRegistration(session, all, `${address}/authorize`, options);
  const values = {
    name: 'Workplace',
    clientId: method.entityId,
    discoveryEndpoint: `${address}/.well-known/openid-configuration`,
    appId,
  };
  const steps = methodSteps();
  output.answer({ ...all, authorizationEndpoint: `${address}/authorize`, values, steps }, () => {
    output.say(`${name} is stored. No one is asked for it yet. On the other side:`);
    printSteps(output, steps);
    output.line();
    output.facts([
      ['Name', values.name],
      ['Client ID', values.clientId],
      ['Discovery Endpoint', values.discoveryEndpoint],
      ['App ID', values.appId],
    ]);
    output.line();
    output.say('The app registration has to have this redirect URI, platform Web:');
    output.line(`  ${address}/authorize`);
  });
}

async function findUpstream({ ask }: Run, issuer: string) {
  const { upstreams } = await ask('adminUpstreams');
  return upstreams.find(({ kind, settings }) => kind === 'oidc' && settings['issuer'] === issuer) ?? null;
}

async function findMethod({ ask }: Run, upstreamId: string) {
  const { applications } = await ask('adminApplications');
  for (const one of applications.filter(({ protocol }) => protocol === 'second-step')) {
    const { record } = await ask('adminApplication', { parameters: { applicationId: one.id } });
    if (record['upstreamId'] === upstreamId) return one;
  }
  return null;
}

/** People are known by what one app registration calls them: the sign-in and the second step share it. */
async function writeUpstream(session: Run, issuer: string, { appId: given, domain }: SecondStepOptions) {
  const { ask } = session;
  const appId = readAppId(given);
  const known = await findUpstream(session, issuer);
  const people =
    domain === undefined ? {} : { createsPeople: true, allowedDomains: domain.map((one) => one.toLowerCase()) };
  if (known === null) {
    // For people who are new: the tenant is the company's own. An imported account is linked by xms_edov alone.
    const settings = { issuer, clientId: appId ?? NO_CLIENT, assumesEmailVerified: true, ...people };
    return ask('adminAddUpstream', { body: { kind: 'oidc', name: 'Microsoft', settings, isEnabled: false } });
  }
  const before = known.settings['clientId'];
  if (appId !== undefined && before !== NO_CLIENT && before !== appId) {
    throw misuse(
      `${known.name} signs people in with the app registration ${String(before)}. Use that one: another one gives the same people other names.`,
    );
  }
  const settings = { ...known.settings, ...people, ...(appId === undefined ? {} : { clientId: appId }) };
  // The settings go whole: they are not to take back what another person has just changed.
  const query = { ifVersion: known.version };
  return ask('adminUpdateUpstream', { parameters: { upstreamId: known.id }, body: { settings }, query });
}

function sayRegistration(
  { output }: Run,
  outcome: Awaited<ReturnType<typeof writeUpstream>>,
  authorize: string,
  { tenant = '' }: SecondStepOptions,
): void {
  const steps = registrationSteps(authorize);
  const next = `vestibule second-step entra --tenant ${tenant} --app-id ID`;
  output.answer({ ...outcome, authorizationEndpoint: authorize, steps, next }, () => {
    output.say('The second step is stored. No one is asked for it yet. On the other side:');
    printSteps(output, steps);
    output.line();
    output.say('Then, with what it gave you:');
    output.line(`  ${next}`);
  });
}
