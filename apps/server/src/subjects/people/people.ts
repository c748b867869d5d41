import { randomUUID } from 'node:crypto';
import type { ADMIN_CALLS, AdminPerson, Outcome } from '@vestibule/contracts';
import { type PersonConfiguration, personConfigurationSchema } from '@vestibule/contracts';
import type * as z from 'zod/mini';
import type { Database } from '../../database/database.ts';
import {
  findInvitedUntil,
  findPersonWithRole,
  type PersonWithRole,
  renameLogin,
} from '../../repositories/admin-people.ts';
import {
  createPerson,
  findPerson,
  findPersonByEmail,
  findPersonByLogin,
  normalizeLogin,
  type Person,
  updatePerson,
} from '../../repositories/people.ts';
import { findPersonVerdict } from '../../repositories/people-list.ts';
import { lockCompany } from '../../repositories/company-lock.ts';
import { lockPerson } from '../../repositories/person-lock.ts';
import { countRecoveryCodes, findConfirmedFactors } from '../../repositories/second-factors.ts';
import { findUpstream } from '../../repositories/upstreams.ts';
import { isRefusal, type Refusal, refuse, type ServerContext } from '../../context/server-context.ts';
import { type Acting, additions, carryOut, changesBetween } from '../audit/acting.ts';
import { describeToken } from './administrators/admin-tokens.ts';
import { withFeature } from '../settings/features.ts';
import { judgeExemptLogin } from '../policy/exempt-login.ts';
import { mayNotRenew } from './may-not-renew.ts';
import { noteOnNames } from './note-on-names.ts';
import { judgeGroups } from '../policy/exempt-groups.ts';
import { noteOnGroups } from '../policy/impact/note-on-groups.ts';
import { planSettings, type SettingsChange } from '../settings/plan-settings.ts';
import { isInstallationRequired } from '../settings/skip-rule.ts';
import { showPersonVerdict } from './show-person-verdict.ts';
import { tokensOf } from './administrators/token-owners.ts';
import { noteOnFlag } from '../settings/unknown-flag.ts';

type NewPerson = z.infer<typeof ADMIN_CALLS.adminAddPerson.body>;
type PersonChanges = z.infer<typeof ADMIN_CALLS.adminUpdatePerson.body>;

export function describe({ person, role }: PersonWithRole): AdminPerson {
  return {
    id: person.id,
    login: person.login,
    displayName: person.displayName,
    email: person.email,
    type: person.type,
    groups: person.groups,
    blockedAt: person.disabledAt?.toISOString() ?? null,
    role: role === null ? null : { role: role.role, reach: role.reach },
    createdAt: person.createdAt.toISOString(),
  };
}

export async function findOne({ database, company }: ServerContext, personId: string) {
  return (
    (await findPersonWithRole(database, company.id, personId)) ??
    refuse('not_found', 'There is no such person in this company.')
  );
}

export async function describePerson(context: ServerContext, personId: string) {
  const found = await findOne(context, personId);
  if (isRefusal(found)) return found;
  const { database, company, now } = context;
  const { person } = found;
  const holder = { companyId: company.id, personId };
  const [factors, recoveryCodes, invitedUntil, upstream, tokens, verdict] = await Promise.all([
    findConfirmedFactors(database, holder),
    countRecoveryCodes(database, holder),
    findInvitedUntil(database, company.id, personId, now()),
    person.upstreamId === null ? null : findUpstream(database, company.id, person.upstreamId),
    tokensOf(context, person),
    findPersonVerdict(database, company.id, personId),
  ]);
  const codes = { kind: 'recovery-code', name: `${recoveryCodes} left`, createdAt: person.createdAt.toISOString() };
  return {
    ...describe(found),
    ...showPersonVerdict(verdict, person),
    hasPassword: person.passwordHash !== null,
    upstream: upstream?.name ?? null,
    signsInThere: upstream?.isEnabled === true,
    secondFactors: [
      ...factors.map(({ kind, name, createdAt }) => ({ kind, name, createdAt: createdAt.toISOString() })),
      ...(recoveryCodes === 0 ? [] : [codes]),
    ],
    invitedUntil: invitedUntil?.toISOString() ?? null,
    tokens: tokens.map(describeToken),
    settings: { ...personConfigurationSchema.parse(person.settings) },
    explicitSettings: Object.keys(person.settings),
  };
}

export async function addPerson(
  acting: Acting,
  wanted: NewPerson,
): Promise<(Outcome & { personId: string | null }) | Refusal<'already_there' | 'role_missing'>> {
  const { database, company, now } = acting.context;
  const login = normalizeLogin(wanted.login);
  const refusal = refuse('already_there', `Another person has the login ${login} already.`);
  if ((await findPersonByLogin(database, company.id, login)) !== null) return refusal;
  const taken = await refuseTakenEmail(database, company.id, wanted.email, null);
  if (taken !== null) return taken;
  const exempt = await judgeExemptLogin(acting, login);
  const milder = exempt.refusal ?? (await judgeGroups(acting, [], wanted.groups));
  if (milder !== null) return milder;
  const personId = randomUUID();
  const person = { ...wanted, login, groups: [...new Set(wanted.groups)] };
  const outcome = await carryOut(
    acting,
    {
      action: 'person',
      target: { id: personId, login },
      changes: additions(person),
      details: { what: 'added', personId },
      warnings: [
        ...exempt.warnings,
        ...(await noteOnNames(acting.context, null, person)),
        ...(await noteOnGroups(acting.context, null, person.groups)),
      ],
    },
    async (transaction) => {
      await lockCompany(transaction, company.id);
      const takenMeanwhile = await refuseTakenEmail(transaction, company.id, wanted.email, null);
      if (takenMeanwhile !== null) return takenMeanwhile;
      const values = { companyId: company.id, id: personId, ...person, createdAt: now() };
      return (await createPerson(transaction, values)) === null ? refusal : null;
    },
  );
  return isRefusal(outcome) ? outcome : { ...outcome, personId: outcome.isDryRun ? null : personId };
}

/** Work applications know people by their e-mail address: who had another person's would come in there as them. */
async function refuseTakenEmail(
  database: Database,
  companyId: string,
  email: string,
  ownId: string | null,
): Promise<Refusal<'already_there'> | null> {
  const owner = await findPersonByEmail(database, companyId, email, ownId);
  return owner === null
    ? null
    : refuse(
        'already_there',
        `The e-mail address ${email} is that of ${owner.login} already. Work applications know people by it, so everybody needs their own.`,
      );
}

export async function changePerson(
  acting: Acting,
  personId: string,
  wanted: PersonChanges,
): Promise<Outcome | Refusal<'not_found' | 'already_there' | 'role_missing'>> {
  const { database } = acting.context;
  const found = await findOne(acting.context, personId);
  if (isRefusal(found)) return found;
  const { person } = found;
  const { login: newLogin, groups, ...rest } = wanted;
  const login = newLogin === undefined ? undefined : normalizeLogin(newLogin);
  const email = rest.email === person.email ? undefined : rest.email;
  const isCalledElse = email !== undefined || (login !== undefined && login !== person.login);
  const untouchable = isCalledElse ? mayNotRenew(acting, found) : null;
  if (untouchable !== null) return untouchable;
  const after = { ...rest, login, groups: groups === undefined ? undefined : [...new Set(groups)] };
  const refusal = refuse('already_there', `Another person has the login ${login}.`);
  const owner = login === undefined ? null : await findPersonByLogin(database, person.companyId, login);
  if (owner !== null && owner.id !== person.id) return refusal;
  const taken = email === undefined ? null : await refuseTakenEmail(database, person.companyId, email, person.id);
  if (taken !== null) return taken;
  const exempt = login === undefined || login === person.login ? null : await judgeExemptLogin(acting, login);
  const milder = exempt?.refusal ?? (await judgeGroups(acting, person.groups, after.groups));
  if (milder !== null) return milder;
  const warnings = [
    ...(exempt === null
      ? []
      : ['Exemptions of the policy that name the old login hold no longer.', ...exempt.warnings]),
    ...(await noteOnNames(acting.context, person.id, { login: exempt === null ? undefined : login, email })),
    ...(await noteOnGroups(acting.context, person.groups, after.groups)),
  ];
  return carryOut(
    acting,
    {
      action: 'person',
      target: person,
      changes: changesBetween({ ...person }, after),
      details: { personId },
      warnings,
    },
    async (transaction) => {
      if (email !== undefined) {
        await lockCompany(transaction, person.companyId);
        const takenMeanwhile = await refuseTakenEmail(transaction, person.companyId, email, person.id);
        if (takenMeanwhile !== null) return takenMeanwhile;
      }
      if (login !== undefined && !(await renameLogin(transaction, person, login))) return refusal;
      const changes = definedOf({ ...rest, groups: after.groups });
      if (Object.keys(changes).length > 0) await updatePerson(transaction, person, changes);
      return null;
    },
  );
}

/** An update with nothing in it is no statement. */
function definedOf(changes: { readonly [name in keyof Person]?: Person[name] | undefined }): Partial<Person> {
  const defined = Object.entries(changes).filter(([, value]) => value !== undefined);
  return Object.fromEntries(defined);
}

export async function setPersonSettings(
  acting: Acting,
  personId: string,
  change: SettingsChange,
): Promise<Outcome | Refusal<'not_found' | 'request_malformed'>> {
  return changePersonSettings(acting, personId, () => change);
}

export async function setPersonFeature(
  acting: Acting,
  personId: string,
  key: string,
  isActive: boolean | null,
): Promise<Outcome | Refusal<'not_found' | 'request_malformed'>> {
  const wanted = ({ features }: PersonConfiguration) => ({
    set: { features: withFeature(features, key, isActive) },
    reset: [],
  });
  return changePersonSettings(acting, personId, wanted, noteOnFlag(key, isActive));
}

/** @param wanted what to change; asked again of the settings as they stand once the person is locked */
async function changePersonSettings(
  acting: Acting,
  personId: string,
  wanted: (configuration: PersonConfiguration) => SettingsChange,
  warnings: readonly string[] = [],
): Promise<Outcome | Refusal<'not_found' | 'request_malformed'>> {
  const found = await findOne(acting.context, personId);
  if (isRefusal(found)) return found;
  const { person } = found;
  const plan = (settings: Person['settings']) =>
    planSettings(personConfigurationSchema, settings, wanted(personConfigurationSchema.parse(settings)));
  const planned = plan(person.settings);
  if (isRefusal(planned)) return planned;
  const { before, after, touched, stored } = planned;
  // Only this setting of a person decides whether they are let through.
  const isNewlyAsked =
    isInstallationRequired(acting.context, { settings: stored }) && !isInstallationRequired(acting.context, person);
  const named = (values: Record<string, unknown>) =>
    Object.fromEntries(touched.map((name) => [name, values[name] ?? null]));
  return carryOut(
    acting,
    {
      action: 'person',
      target: person,
      changes: changesBetween(named(before), named(after)),
      details: { personId },
      warnings: [...warnings, ...(isNewlyAsked ? [ASKED_TO_INSTALL] : [])],
    },
    async (transaction) => {
      await lockPerson(transaction, person.companyId, personId);
      const now = await findPerson(transaction, person.companyId, personId);
      if (now === null) return refuse('not_found', 'There is no such person in this company.');
      const again = plan(now.settings);
      if (isRefusal(again)) return again;
      await updatePerson(transaction, now, { settings: { ...again.stored } });
      return null;
    },
  );
}

const ASKED_TO_INSTALL =
  'Where the policy is enforced for them, they are asked to install Workplace first, and do not reach work without it.';
