import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import {
  type ADMIN_CALLS,
  type ApplicationConfiguration,
  applicationConfigurationSchema,
  type Outcome,
} from '@vestibule/contracts';
import type * as z from 'zod/mini';
import { createToken } from '../../operations/crypto/tokens.ts';
import {
  findAllApplications,
  findAnyApplication,
  insertApplication,
  lockApplication,
  updateApplication,
} from '../../repositories/admin-applications.ts';
import type { Application } from '../../repositories/companies.ts';
import { isSecondStep } from '../../protocols/entra/record.ts';
import { unprotectedAddressesOf } from '../settings/application-addresses.ts';
import { isRefusal, type Refusal, refuse, type ServerContext } from '../../context/server-context.ts';
import { type Acting, additions, carryOut, changesBetween } from '../audit/acting.ts';
import { recordInForce, recordOf, warnOfWeaker } from './application-record.ts';
import { hasSecret, readSource, type ReadSource } from './application-source.ts';
import { whyCountAnew } from '../policy/impact/counted-by.ts';
import { type Leading, warnOfNewName, whyNameIsGuarded } from '../people/guarded-names.ts';
import { answerToStopped, decidesAnew, measureApplication } from '../policy/impact/newly-stopped.ts';
import { refusedWithout } from '../audit/wanted-word.ts';

export async function listApplications({ database, company }: ServerContext) {
  return (await findAllApplications(database, company.id)).map(describe);
}

function describe(application: Application) {
  const { id, name, protocol, entityId, startUrl, disabledAt, createdAt } = application;
  return {
    unprotectedAddresses: unprotectedAddressesOf(application),
    id,
    name,
    protocol,
    entityId,
    startUrl,
    disabledAt: disabledAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  };
}

/** An application of the company, switched off or not. */
export async function findOne(
  { database, company }: ServerContext,
  id: string,
): Promise<Application | Refusal<'not_found'>> {
  return (
    (await findAnyApplication(database, company.id, id)) ??
    refuse('not_found', 'There is no such application in this company.')
  );
}

/** What holds for a second step whatever is set: it would prove nothing otherwise. */
const OF_SECOND_STEP = {
  mode: 'mfa',
  secondFactor: 'device',
  unsupportedSystems: 'block',
} as const satisfies Partial<ApplicationConfiguration>;

function settingsInForce(application: Application): ApplicationConfiguration {
  const settings = applicationConfigurationSchema.parse(application.settings);
  return isSecondStep(application) ? { ...settings, ...OF_SECOND_STEP } : settings;
}

/** Whether a setting of this application comes from what it is, and not from what someone sets. */
export function isFixed(application: Application, name: string): boolean {
  return isSecondStep(application) && Object.hasOwn(OF_SECOND_STEP, name);
}

export async function describeApplication(context: ServerContext, id: string) {
  const application = await findOne(context, id);
  if (isRefusal(application)) return application;
  return {
    ...describe(application),
    record: recordOf(application),
    settings: settingsInForce(application),
    explicitSettings: Object.keys(application.settings).filter((name) => !isFixed(application, name)),
  };
}

function withoutStart(name: string): string {
  return `It is on no one’s page of applications: people open it by its own address. To list it there: vestibule application set "${name}" --start-url ADDRESS`;
}

type Added = Outcome & { applicationId: string | null; clientId: string | null; clientSecret: string | null };

export async function addApplication(
  acting: Acting,
  { name, startUrl, source }: z.infer<typeof ADMIN_CALLS.adminAddApplication.body>,
): Promise<Added | Refusal<'request_malformed' | 'metadata_refused' | 'already_there'>> {
  const { context } = acting;
  const { database, company, now } = context;
  const read = await readSource(acting, source, null);
  if (isRefusal(read)) return read;
  const id = randomUUID();
  const entityId = read.protocol === 'saml' ? read.entityId : randomUUID();
  const refusal = refuse('already_there', `There is an application with the entity id ${entityId} already.`);
  if ((await findAllApplications(database, company.id)).some((one) => one.entityId === entityId)) return refusal;
  const naming = { before: null, after: name, leadsElsewhere: false };
  const guarded = await whyNameIsGuarded(acting, naming);
  if (guarded !== null) return guarded;
  const secret = read.protocol === 'oidc' && hasSecret(read.record) ? createToken() : null;
  const outcome = await carryOut(
    acting,
    {
      action: 'application',
      target: name,
      changes: additions({
        name,
        protocol: read.protocol,
        entityId,
        startUrl: startUrl ?? undefined,
        record: read.record,
      }),
      details: { what: 'added', id },
      warnings: [
        ...read.warnings,
        ...(startUrl === null && !isSecondStep(columnsOf(read)) ? [withoutStart(name)] : []),
        ...warnOfNewName(acting, naming),
      ],
    },
    async (transaction) => {
      const guardedNow = await whyNameIsGuarded(acting, naming, transaction);
      if (guardedNow !== null) return guardedNow;
      const values = { companyId: company.id, id, name, entityId, startUrl, ...columnsOf(read), createdAt: now() };
      const sealedSecret = secret === null ? null : context.masterKey.seal(secret, id);
      return (await insertApplication(transaction, { ...values, sealedSecret })) ? null : refusal;
    },
  );
  if (isRefusal(outcome)) return outcome;
  const hasClientId = read.protocol !== 'saml' && !outcome.isDryRun;
  return {
    ...outcome,
    applicationId: outcome.isDryRun ? null : id,
    clientId: hasClientId ? entityId : null,
    clientSecret: hasClientId ? secret : null,
  };
}

function columnsOf(read: ReadSource) {
  return read.protocol === 'saml'
    ? { protocol: read.protocol, serviceProvider: { ...read.record }, oidcClient: null }
    : { protocol: read.protocol, serviceProvider: null, oidcClient: { ...read.record } };
}

export async function changeApplication(
  acting: Acting,
  id: string,
  {
    name,
    startUrl,
    source,
    acceptsEntityId = false,
    acceptBlocking,
  }: z.infer<typeof ADMIN_CALLS.adminUpdateApplication.body>,
): Promise<
  | Outcome
  | Refusal<
      'not_found' | 'request_malformed' | 'metadata_refused' | 'already_there' | 'not_possible' | 'too_many_blocked'
    >
> {
  const application = await findOne(acting.context, id);
  if (isRefusal(application)) return application;
  const read = source === undefined ? null : await readSource(acting, source, application);
  if (isRefusal(read)) return read;
  if (read !== null && read.protocol !== application.protocol) {
    return refuse('not_possible', `${application.name} speaks ${application.protocol}. Add it again to change that.`);
  }
  const entityId = read?.protocol === 'saml' ? read.entityId : undefined;
  const isRenamed = entityId !== undefined && entityId !== application.entityId;
  const before = recordInForce(application);
  const leadsElsewhere = isRenamed || (read !== null && !isDeepStrictEqual({ ...read.record }, before));
  // A record names its entity id for itself; metadata is a file, and may be that of another application.
  const isOfAnother = isRenamed && source?.from !== 'saml-record';
  const another = `The metadata is of ${String(entityId)}, and ${application.name} is ${application.entityId}.`;
  if (isOfAnother && !acceptsEntityId && !acting.isDryRun) {
    return refuse('not_possible', `Nothing was changed. ${another} If it is called so from now on: --accept-entity-id`);
  }
  const naming = { before: application.name, after: name, leadsElsewhere };
  const guarded = await whyNameIsGuarded(acting, naming);
  if (guarded !== null) return guarded;
  const values = {
    ...(name === undefined ? {} : { name }),
    ...(startUrl === undefined ? {} : { startUrl }),
    ...(entityId === undefined ? {} : { entityId }),
    ...(read === null ? {} : columnsOf(read)),
  };
  const stopped = await measureApplication(acting.context, {
    before: application,
    after: { ...application, ...values },
  });
  const { refusal, notes } = answerToStopped(acting, stopped, acceptBlocking);
  if (refusal !== null) return refusal;
  return changeOne(
    acting,
    application,
    naming,
    {
      before: { ...application, record: before },
      after: { name, startUrl, entityId, record: read?.record },
    },
    [
      ...(read?.warnings ?? []),
      ...(read === null ? [] : warnOfWeaker(before, { ...read.record })),
      ...warnOfNewName(acting, naming),
      ...(isOfAnother && !acceptsEntityId ? [`${another} ${refusedWithout('--accept-entity-id')}`] : []),
      ...(isRenamed
        ? [`Its entity id was ${application.entityId}: requests with that one are refused from now on.`]
        : []),
      ...notes,
    ],
    values,
  );
}

async function changeOne(
  acting: Acting,
  application: Application,
  naming: Leading,
  shown: { readonly before: Record<string, unknown>; readonly after: Record<string, unknown> },
  warnings: readonly string[],
  values: Parameters<typeof updateApplication>[2],
): Promise<Outcome | Refusal<'already_there' | 'request_malformed' | 'not_possible'>> {
  return carryOut(
    acting,
    {
      action: 'application',
      target: application.name,
      changes: changesBetween(shown.before, shown.after),
      details: { id: application.id },
      warnings,
    },
    async (transaction) => {
      const guarded = await whyNameIsGuarded(acting, naming, transaction);
      if (guarded !== null) return guarded;
      // The record goes whole: with what it was, and what was sent.
      const now = await lockApplication(transaction, application);
      if (now === null || !isDeepStrictEqual(recordOf(now), recordOf(application))) {
        return refuse(
          'not_possible',
          `Nothing was changed: a colleague has just changed or removed ${application.name}. Look at it, and run the command again.`,
        );
      }
      const place = { before: application, after: { ...application, ...values } };
      const unfit = decidesAnew(acting.context, place) ? await whyCountAnew(transaction, acting.context) : null;
      if (unfit !== null) return unfit;
      return (await updateApplication(transaction, application, values))
        ? null
        : refuse('already_there', 'There is an application with this entity id already.');
    },
  );
}
