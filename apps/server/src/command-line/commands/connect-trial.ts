import { setTimeout } from 'node:timers/promises';
import type { UpstreamTrial } from '@vestibule/contracts';
import type { Output, Run } from '@vestibule/command-line';
import type { Preset } from './connect-presets.ts';

const POLL_MS = 1000;

/** Waits until someone has signed in by the link, or the time is over. */
export async function waitForTrial(
  { ask, output }: Run,
  parameters: { readonly upstreamId: string; readonly trialId: string },
  minutes: number,
): Promise<UpstreamTrial> {
  const end = Date.now() + minutes * 60_000;
  const look = () => ask('adminUpstreamTrial', { parameters });
  let result = await look();
  while (result.state === 'waiting' && Date.now() < end) {
    output.progress('Waiting for the trial sign-in…');
    await setTimeout(POLL_MS);
    result = await look();
  }
  return result;
}

/** One sentence on what came of a trial. */
export function describeTrial(trial: UpstreamTrial): string {
  switch (trial.state) {
    case 'waiting':
      return 'No one has used the link yet. It is good for fifteen minutes; call this again for a new one.';
    case 'failed':
      return `The trial sign-in failed. ${FAILURES[trial.code] ?? ''} The reason, for the identity provider’s administrator: ${trial.reason}`;
    case 'done':
      return OUTCOMES[trial.outcome](trial.why);
    default:
      return trial satisfies never;
  }
}

const OUTCOMES = {
  known: (why: string | null) => `It works. ${why ?? ''}`,
  linked: (why: string | null) => `It works. Signing in would link this person to their account. ${why ?? ''}`,
  created: () => 'It works. Signing in would add this person.',
  refused: (why: string | null) => `The identity provider signs in, and Vestibule would refuse: ${why ?? ''}`,
};

const FAILURES: Readonly<Record<string, string>> = {
  upstream_unreachable: 'This server cannot reach the identity provider: name, firewall, or its certificate.',
  upstream_denied: 'The identity provider said no to this person: is the person assigned to the application there?',
  upstream_clock_wrong: 'Its clock and the clock of this server do not agree: vestibule doctor',
  upstream_failed:
    'Client id, secret or redirect address do not fit what is entered there, or its userinfo endpoint does not answer.',
};

/** What was said of the person, and for everything that is missing what to do about it. */
export function printFacts(output: Output, trial: UpstreamTrial, hints: Preset['hints']): void {
  if (trial.state !== 'done') return;
  const { subject, login, email, isEmailVerified, displayName, groups, hasSecondFactor, missing, received } = trial;
  output.line();
  output.facts([
    ['Subject', subject],
    ['Login', login ?? ''],
    ['Name', displayName ?? ''],
    ['E-mail', email === null ? '' : `${email}${isEmailVerified ? '' : ' (not verified)'}`],
    ['Groups', groupsText(groups)],
    ['Second factor', hasSecondFactor ? 'given there' : 'none that it spoke of'],
  ]);
  if (trial.hasTooManyGroups) {
    output.say(
      `Note: the person is in more groups than come with a sign-in. ${hints['tooManyGroups'] ?? 'Have it send fewer groups.'}`,
    );
  }
  for (const { field, claim } of missing) {
    if (field === 'groups' && trial.hasTooManyGroups) continue;
    output.say(`Note: ${missingText(field, claim)} ${hints[field] ?? ''}`.trimEnd());
  }
  if (missing.length > 0) output.say(`What came: ${received.join(', ')}.`);
  output.line();
}

function missingText(field: string, claim: string): string {
  switch (field) {
    case 'compliance':
      return `${claim} is missing (its word for phones, by which an application lets them in). It may come only from devices that it looks after: try with one of those.`;
    case 'complianceValue':
      return `${claim} came, with another value than the one that vouches for phones. It may differ by device: try with one that it looks after.`;
    case 'groupsShape':
      return `${claim} came, and isn’t a list of names: it puts no one into a group, and a policy for a group (enforceFor) reaches no one. Have it send a list.`;
    case 'freshness':
      return `A new sign-in was asked for, and ${claim} does not confirm one. Applications that ask for it (SAML ForceAuthn; OpenID Connect prompt=login, max_age) are told that there was none, and no second factor given there registers a computer or counts as a fresh proof.`;
    case 'complianceUnset':
      return `no identity provider is asked for its word for phones (compliance in its settings), by which they would get to: ${claim}.`;
    default:
      return `${claim} is missing (${FIELDS[field] ?? field}).`;
  }
}

const FIELDS: Readonly<Record<string, string>> = {
  login: 'what the person signs in with',
  email: 'their e-mail address',
  displayName: 'their name',
  groups: 'their groups',
  userType: 'their user type',
};

const SHOWN = 5;

function groupsText(groups: readonly string[] | null): string {
  if (groups === null) return 'none came';
  const more = groups.length > SHOWN ? ` and ${groups.length - SHOWN} more` : '';
  return `${groups.length}: ${groups.slice(0, SHOWN).join(', ')}${more}`;
}
