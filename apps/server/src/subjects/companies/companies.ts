import { randomUUID } from 'node:crypto';
import type { ADMIN_CALLS, Outcome } from '@vestibule/contracts';
import type * as z from 'zod/mini';
import type { Config } from '../../operations/config/config.ts';
import { isLoopbackName } from '../../operations/config/public-address.ts';
import { whyNotAnswered } from '../../operations/extension-kit/answered.ts';
import {
  type CompanyOfProvider,
  findCompaniesWithProviders,
  findCompanyWithProvider,
  findProviderByName,
  insertCompany,
  updateCompany,
} from '../../repositories/admin-companies.ts';
import { endTokensAcross, findTokensAcross } from '../../repositories/admin-tokens.ts';
import { endingTokens, namesOf } from '../people/administrators/token-owners.ts';
import { countRolesOverProvider, narrowRoles } from '../../repositories/admin-people.ts';
import {
  type Company,
  findCompanies,
  findCompanyByName,
  findSilos,
  isOnlyCompany,
} from '../../repositories/companies.ts';
import { NOT_CLOSED_YET } from '../policy/gate/gate-state.ts';
import {
  type Installation,
  isRefusal,
  type Refusal,
  refuse,
  type ServerContext,
} from '../../context/server-context.ts';
import { describeSupport } from '../settings/describe-settings.ts';
import { type Acting, type ActingOnInstallation, additions, carryOut, changesBetween } from '../audit/acting.ts';

type NewCompany = z.infer<typeof ADMIN_CALLS.adminCreateCompany.body>;
type CompanyChanges = z.infer<typeof ADMIN_CALLS.adminUpdateCompany.body>;

/** The inner network is that of the only company; of several, no one's. */
async function notesOnReach({ database, config }: Installation): Promise<string[]> {
  const isTrial = isLoopbackName(new URL(config.publicUrl).hostname);
  return config.privateNetworks === null && !isTrial && (await isOnlyCompany(database))
    ? [
        'From now on the server asks nothing within the network it stands in: no identity provider, no mail server, no application. Name the networks in which yours are, and start the server again: VESTIBULE_PRIVATE_NETWORKS=10.20.0.0/16, say.',
      ]
    : [];
}

/** An extension that was made before answers the portals that there were. */
async function notesOnExtension({ config }: Installation, publicUrl: string): Promise<string[]> {
  const silent = await whyNotAnswered(config.dataFolder, publicUrl);
  return silent === null ? [] : [`${silent.why} ${silent.next}`];
}

function describeCompany({ company, provider }: CompanyOfProvider) {
  return {
    id: company.id,
    name: company.name,
    displayName: company.displayName,
    topLevelDomain: company.topLevelDomain,
    publicUrl: company.publicUrl,
    provider: provider?.name ?? null,
    silo: company.siloId,
    createdAt: company.createdAt.toISOString(),
  };
}

/** The companies that someone may act on: their own, those of its provider, or all. */
export async function listCompanies(acting: ActingOnInstallation, home: ServerContext | null) {
  const { installation, administrator } = acting;
  const { database } = installation;
  if (administrator.reach === 'installation' || home === null) {
    return (await findCompaniesWithProviders(database)).map(describeCompany);
  }
  const { id, mspId } = home.company;
  const found =
    administrator.reach === 'msp' && mspId !== null
      ? await findCompaniesWithProviders(database, mspId)
      : [await findCompanyWithProvider(database, id)];
  return found.flatMap((one) => (one === null ? [] : [describeCompany(one)]));
}

export async function describeOneCompany(context: ServerContext) {
  const found = await findCompanyWithProvider(context.database, context.company.id);
  if (found === null) throw new Error('A company that is being asked is not there.');
  return { ...describeCompany(found), support: describeSupport(context), logoUrl: context.company.logoUrl };
}

/** A company that begins asks for more than a password before a computer counts. */
export const NEW_REGISTRATION = { mode: 'verified' } as const;

/** Adds a company. Its first key is made when its gate is first asked. */
export async function createCompany(
  acting: ActingOnInstallation,
  wanted: NewCompany,
): Promise<Outcome | Refusal<'already_there' | 'not_found' | 'request_malformed'>> {
  const { installation } = acting;
  const { database } = installation;
  const resolved = await resolvePlaces(installation, wanted, null);
  if (isRefusal(resolved)) return resolved;
  if ((await findCompanyByName(database, wanted.name)) !== null) {
    return refuse('already_there', `There is a company called ${wanted.name} already.`);
  }
  const { provider, silo, ...rest } = wanted;
  const id = randomUUID();
  const written = { ...rest, publicUrl: resolved.publicUrl ?? wanted.publicUrl };
  return carryOut(
    // The first entry of the new company's own log.
    { ...acting, companyId: id },
    {
      action: 'company',
      target: wanted.name,
      changes: additions({
        ...written,
        provider,
        silo,
        gate: NOT_CLOSED_YET.state,
        registration: NEW_REGISTRATION.mode,
      }),
      details: { what: 'created' },
      warnings: [
        `The gate answers at ${written.publicUrl} as soon as that name leads to this server.`,
        `Its gate only observes: everyone is let through until the policy is enforced. Once it has one, see whom it would stop: vestibule gate enforce --company ${wanted.name} --reason TEXT --dry-run`,
        ...(await notesOnReach(installation)),
        ...(await notesOnExtension(installation, written.publicUrl)),
      ],
    },
    async (transaction) => {
      const values = {
        id,
        ...written,
        mspId: resolved.mspId ?? null,
        siloId: silo,
        support: {},
        settings: { gate: NOT_CLOSED_YET, registration: NEW_REGISTRATION },
      };
      const isNew = await insertCompany(transaction, { ...values, createdAt: installation.now() });
      return isNew ? null : refuse('already_there', 'Another company has this name or address by now.');
    },
  );
}

/** Changes what a company is called. Its address, provider and silo are changed at the server only. */
export async function changeCompany(
  acting: Acting,
  wanted: CompanyChanges,
): Promise<Outcome | Refusal<'already_there' | 'not_found' | 'request_malformed' | 'role_missing'>> {
  const { context, administrator } = acting;
  const isOfInstallation = [wanted.publicUrl, wanted.provider, wanted.silo].some((value) => value !== undefined);
  if (isOfInstallation && administrator.reach !== 'installation') {
    return refuse('role_missing', 'Address, provider and silo are changed with the command line on the server itself.');
  }
  const resolved = await resolvePlaces(context, wanted, context.company);
  if (isRefusal(resolved)) return resolved;
  const found = await findCompanyWithProvider(context.database, context.company.id);
  const before = { ...context.company, provider: found?.provider?.name ?? null, silo: context.company.siloId };
  const { publicUrl } = resolved;
  const after = { ...wanted, publicUrl };
  const isLeaving = resolved.mspId !== undefined && resolved.mspId !== before.mspId;
  const narrowed = isLeaving ? await countRolesOverProvider(context.database, context.company.id) : 0;
  const tokens = isLeaving ? await findTokensAcross(context.database, context.company.id, context.now()) : [];
  return carryOut(
    acting,
    {
      action: 'company',
      target: context.company.name,
      changes: [...changesBetween(before, after), ...endingTokens(tokens)],
      warnings: [
        ...(tokens.length === 0
          ? []
          : [`Tokens by which the provider’s people act across companies end at once: ${namesOf(tokens).join(', ')}.`]),
        ...(publicUrl === undefined || publicUrl === before.publicUrl ? [] : MOVED),
        ...(narrowed === 0 ? [] : [`Roles over every company of the provider reach over this one alone: ${narrowed}.`]),
      ],
    },
    async (transaction) => {
      const { displayName, topLevelDomain, silo } = wanted;
      const isWritten = await updateCompany(transaction, context.company.id, {
        ...(displayName === undefined ? {} : { displayName }),
        ...(topLevelDomain === undefined ? {} : { topLevelDomain }),
        ...(publicUrl === undefined ? {} : { publicUrl }),
        ...(resolved.mspId === undefined ? {} : { mspId: resolved.mspId }),
        ...(silo === undefined ? {} : { siloId: silo }),
      });
      if (!isWritten) return refuse('already_there', `${publicUrl} is the address of another company by now.`);
      // Who ran the companies of one provider was not chosen to run those of the next.
      if (isLeaving) {
        await narrowRoles(transaction, context.company.id);
        await endTokensAcross(transaction, context.company.id, context.now());
      }
      return null;
    },
  );
}

const MOVED = [
  'Work applications know the gate by its address: give them its metadata again.',
  'Passkeys belong to the host they were made at: people whose host changes make new ones.',
];

interface Places {
  readonly publicUrl: string | undefined;
  readonly mspId: string | null | undefined;
}

/** Looks up what is named. @param self the company that is changed; null: it is new */
async function resolvePlaces(
  installation: Installation,
  wanted: CompanyChanges,
  self: Company | null,
): Promise<Places | Refusal<'already_there' | 'not_found' | 'request_malformed'>> {
  const { database, config } = installation;
  const publicUrl = wanted.publicUrl === undefined ? undefined : new URL(wanted.publicUrl).origin;
  if (publicUrl !== undefined && wanted.publicUrl !== undefined) {
    const refusal = checkAddress(wanted.publicUrl, publicUrl, config);
    if (refusal !== null) return refusal;
    const owner = (await findCompanies(database)).find(({ company }) => company.publicUrl === publicUrl);
    if (owner !== undefined && owner.company.id !== self?.id) {
      return refuse('already_there', `${publicUrl} is the address of the company ${owner.company.name}.`);
    }
  }
  const provider =
    typeof wanted.provider === 'string' ? await findProviderByName(database, wanted.provider) : wanted.provider;
  if (provider === null && typeof wanted.provider === 'string') {
    return refuse('not_found', `There is no managed-service provider called ${wanted.provider}.`);
  }
  if (typeof wanted.silo === 'string' && !(await findSilos(database)).some(({ id }) => id === wanted.silo)) {
    return refuse('not_found', `There is no silo called ${wanted.silo}.`);
  }
  return { publicUrl, mspId: provider === null || provider === undefined ? provider : provider.id };
}

/** Companies are told apart by host, and all of them are served by the installation's own scheme. */
function checkAddress(
  sent: string,
  origin: string,
  { isDemo, publicUrl }: Config,
): Refusal<'request_malformed'> | null {
  const url = new URL(sent);
  const { protocol } = new URL(publicUrl);
  // Its passwords stand in its source.
  if (isDemo && !isLoopbackName(url.hostname)) {
    return refuse(
      'request_malformed',
      'body.publicUrl: the trial stays on this computer, at localhost or a name below it. For other people: vestibule setup --from-trial.',
    );
  }
  if (url.protocol !== protocol) {
    return refuse(
      'request_malformed',
      `body.publicUrl: must begin with ${protocol}// as the installation’s own address does. That one is what the server is started with: VESTIBULE_PUBLIC_URL=${url.origin}, say.`,
    );
  }
  return sent === origin || sent === `${origin}/` || (url.pathname === '/' && url.search === '' && url.hash === '')
    ? null
    : refuse('request_malformed', `body.publicUrl: is an address without a path, such as ${origin}.`);
}
