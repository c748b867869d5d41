import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { rm, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { Outcome } from '@vestibule/contracts';
import { eq } from 'drizzle-orm';
import {
  type ConfigurationFile,
  configurationPath,
  readConfigurationFile,
  writeConfigurationFile,
} from '../config/configuration-file.ts';
import type { Config } from '../config/config.ts';
import { createInstallation } from './create-installation.ts';
import { openMasterKey } from '../crypto/master-key.ts';
import { demandRoom, errorOfEmbedded } from '../../database/disk-full.ts';
import { takeMigrationLock } from '../../database/migrations.ts';
import { databaseFolder, type OpenDatabase, openDatabase } from '../../database/open.ts';
import { companies } from '../../database/schema.ts';
import { isOfTrial, leaveTrial } from './leave-trial.ts';
import { DEMO_LOGO } from './trial-marks.ts';
import { createLocalEventBus } from '../events/event-bus.ts';
import { updateCompany } from '../../repositories/admin-companies.ts';
import { type Company, findCompanies } from '../../repositories/companies.ts';
import { type Acting, type ActingOnInstallation, LOCAL_ADMINISTRATOR } from '../../subjects/audit/acting.ts';
import { NO_COMPANY_ID } from '../../context/no-company.ts';
import { createCompany, NEW_REGISTRATION } from '../../subjects/companies/companies.ts';
import { setGate } from '../../subjects/policy/gate/gate.ts';
import { invite } from '../../subjects/people/people-credentials.ts';
import { setRole } from '../../subjects/people/people-access.ts';
import { addPerson } from '../../subjects/people/people.ts';
import { setSupport } from '../../subjects/companies/support.ts';
import { NOT_CLOSED_YET } from '../../subjects/policy/gate/gate-state.ts';
import { type Installation, isRefusal, type Refusal, refuse } from '../../context/server-context.ts';
import { orRollBack, transactionOf } from '../../context/transaction-of.ts';
import { noteFolders } from '../../database/note-folders.ts';
import { NO_METRICS } from '../metrics/metrics.ts';
import { createUnwritten } from '../log/unwritten.ts';
import { openEvidenceStore } from '../storage/open-evidence-store.ts';
import { type Held, lookBeside, lookInto, nameOfDatabase } from './look-into.ts';
import type { Wanted } from './wanted.ts';

export interface SetUp {
  readonly company: string;
  readonly login: string;
  /** The administrator's way in: shown once. */
  readonly link: string;
  readonly expiresAt: string;
  /** People of the trial who cannot sign in any more. */
  readonly left: readonly string[];
}

export type SetUpRefusal = Refusal<
  'already_there' | 'not_possible' | 'not_found' | 'request_malformed' | 'role_missing' | 'too_many_blocked'
>;

/**
 * Sets an installation up: its configuration, its company, and the first administrator's link. The file is there before
 * the company, and both or none in the end; what was broken off in between is finished by setting up again. A folder that
 * has an installation is left as it is, whatever database is named.
 * @param config as the server would read it with this configuration
 * @throws DiskFullError, FolderInUseError, or what the database throws
 */
export async function setUp(
  config: Config,
  wanted: Wanted,
  { isFromTrial, now }: { readonly isFromTrial: boolean; readonly now: () => Date },
): Promise<SetUp | SetUpRefusal> {
  const beside = await lookBeside(config);
  if (beside !== null) return beside;
  const removeFolders = await noteFolders(config.dataFolder);
  const opened = await openDatabase(config);
  const hadMasterKey = existsSync(join(config.dataFolder, 'master.key'));
  let isSetUp = false;
  try {
    const result = await oneAtATime(opened, async () => {
      const { database } = opened;
      const existing = (await findCompanies(database)).map(({ company }) => company);
      const refusal = whyNot(config, { companies: existing, isOfTrial: await isOfTrial(database) }, isFromTrial);
      if (refusal !== null) return refusal;
      // Behind the look: a folder that is refused gets no key, which would be another one than that of the database.
      const { masterKey, masterKeyFile } = await openMasterKey(config.dataFolder);
      return withFile(config.dataFolder, wanted.file, () =>
        transactionOf<SetUp | SetUpRefusal>(database, async (transaction) => {
          const events = createLocalEventBus();
          const evidence = openEvidenceStore({ ...config, now });
          // What fails here is told by the command itself.
          const unwritten = createUnwritten({ error: () => undefined, info: () => undefined }, now);
          const metrics = NO_METRICS;
          const parts = {
            config,
            database: transaction,
            now,
            masterKey,
            masterKeyFile,
            events,
            evidence,
            unwritten,
            metrics,
          };
          const installation = await createInstallation(parts, () => performance.now());
          const [company] = existing;
          return company === undefined
            ? { ...(await fill(installation, wanted)), left: [] }
            : carryOver(installation, wanted, company);
        }),
      );
    });
    isSetUp = !isRefusal(result);
    return result;
  } catch (error) {
    throw config.databaseUrl === undefined ? errorOfEmbedded(error, databaseFolder(config.dataFolder)) : error;
  } finally {
    if (isSetUp) {
      // What was acknowledged is there, and the link is shown this once, also where it cannot be closed in good order.
      await opened.close().catch(() => undefined);
    } else {
      // Whatever has been there before has its key: without it nothing was sealed. Where the database is a server, what was
      // sealed may be there although its answer did not come, and another person may have sealed with that key meanwhile.
      const isOurs = opened.kind === 'embedded' && !hadMasterKey;
      if (isOurs) await rm(join(config.dataFolder, 'master.key'), { force: true });
      await opened.abandon();
      await removeFolders();
    }
  }
}

/** What setting up would end. */
type Looked = Pick<SetUp, 'left'>;

/**
 * Looks whether an installation could be set up, and changes nothing: a folder without a database gets none.
 * @param namesLeaving who of the trial would leave is looked for as well, which takes a while
 * @throws DiskFullError, FolderInUseError, or what the database throws
 */
export async function lookBeforeSetUp(
  config: Config,
  isFromTrial: boolean,
  namesLeaving: boolean,
): Promise<Looked | SetUpRefusal> {
  const beside = await lookBeside(config);
  if (beside !== null) return beside;
  const held = await lookInto(config, namesLeaving);
  const refusal = whyNot(config, held, isFromTrial);
  const folder = databaseFolder(config.dataFolder);
  if (refusal === null && config.databaseUrl === undefined && !existsSync(folder)) await demandRoom(folder);
  return refusal ?? { left: held.leaving };
}

/** Why this data folder or database is not set up; null: it can be. */
function whyNot(
  { dataFolder, databaseUrl }: Config,
  { companies: [company, second], isOfTrial: isTrial }: Omit<Held, 'leaving'>,
  isFromTrial: boolean,
): SetUpRefusal | null {
  const place =
    databaseUrl === undefined ? `The data folder ${dataFolder}` : `The database ${nameOfDatabase(databaseUrl)}`;
  if (company === undefined) {
    return isFromTrial ? refuse('not_possible', `${place} holds nothing of the trial. Leave out --from-trial.`) : null;
  }
  if (!isTrial) {
    return refuse(
      'already_there',
      `${place} is set up already, for ${company.displayName}. To change its address or certificate: --change. For a new link of an administrator: vestibule person invite LOGIN. For another installation: --data FOLDER.`,
    );
  }
  if (!isFromTrial) {
    return refuse(
      'already_there',
      `${place} holds the trial's data. To go on with its policy, settings and computers: --from-trial. To start over: --data FOLDER.`,
    );
  }
  return second === undefined
    ? null
    : refuse('not_possible', 'The trial has several companies by now. Begin with another folder: --data FOLDER.');
}

/**
 * Of several who set up, restore or migrate at once, each waits for the one before: otherwise one who is refused would take
 * back the file of another. The embedded database has its folder locked.
 */
async function oneAtATime<Result>({ database, kind }: OpenDatabase, work: () => Promise<Result>): Promise<Result> {
  if (kind === 'embedded') return work();
  const worked: Result[] = [];
  const held = await database
    .transaction(async (holding) => {
      await takeMigrationLock(holding);
      worked.push(await work());
    })
    .catch((error: unknown) => error);
  const [result] = worked;
  // Where only the end of holding has failed, what was worked is committed, and has to be told.
  if (result === undefined) throw held;
  return result;
}

/** Writes the file, and takes it back when what belongs to it fails or is refused. */
async function withFile<Result>(
  dataFolder: string,
  file: ConfigurationFile,
  work: () => Promise<Result>,
): Promise<Result> {
  const before = await readConfigurationFile(dataFolder);
  await writeConfigurationFile(dataFolder, file);
  let isKept = false;
  try {
    const result = await work();
    isKept = !isRefusal(result);
    return result;
  } finally {
    if (!isKept) {
      if (before.ok && before.file !== null) await writeConfigurationFile(dataFolder, before.file);
      else await unlink(configurationPath(dataFolder));
    }
  }
}

async function fill(installation: Installation, wanted: Wanted): Promise<Omit<SetUp, 'left'>> {
  const { company } = wanted;
  done(await createCompany(acting(installation, NO_COMPANY_ID), company));
  return complete(installation, wanted, company.name);
}

/** Makes the trial's company the one that was wanted. */
async function carryOver(installation: Installation, wanted: Wanted, company: Company): Promise<SetUp> {
  const { database, now } = installation;
  const { name, displayName, topLevelDomain } = wanted.company;
  const { publicUrl } = wanted.file;
  const left = await leaveTrial(database, company.id, now());
  const logoUrl = company.logoUrl === DEMO_LOGO ? null : company.logoUrl;
  // The link that is made here is the first administrator's only way in.
  const { isLocalSignInEnabled: _before, registration: _trial, ...kept } = company.settings;
  // Anybody may have registered computers of their own in a trial by its passwords: from now on none does so by itself.
  const settings = { ...kept, registration: NEW_REGISTRATION };
  await updateCompany(database, company.id, { displayName, topLevelDomain, publicUrl, logoUrl, settings, support: {} });
  await database.update(companies).set({ name }).where(eq(companies.id, company.id));
  return { ...(await complete(installation, wanted, name)), left };
}

/** Support block, administrator, role, a gate that only observes, and the link. */
async function complete(installation: Installation, wanted: Wanted, name: string): Promise<Omit<SetUp, 'left'>> {
  installation.companies.forget();
  const context = await installation.companies.byName(name);
  if (context === null) throw new Error('The company that was just made is not there.');
  const inCompany: Acting = { ...acting(installation, context.company.id), context };
  done(await setSupport(inCompany, wanted.support));
  const { personId } = done(await addPerson(inCompany, wanted.administrator));
  if (personId === null) throw new Error('A person was added without an id.');
  done(await setRole(inCompany, personId, { role: 'administrator', reach: 'company' }));
  const { isReading, reason } = NOT_CLOSED_YET;
  done(await setGate(inCompany, { state: 'observing', isReading, reason }));
  const { link, expiresAt } = done(await invite(inCompany, personId, { isMailing: false, language: null }));
  if (link === null || expiresAt === null) throw new Error('An invitation was made without a link.');
  return { company: name, login: wanted.administrator.login.toLowerCase(), link, expiresAt };
}

function acting(installation: Installation, companyId: string): ActingOnInstallation {
  const origin = { address: 'set-up', correlationId: randomUUID() };
  return { installation, companyId, administrator: LOCAL_ADMINISTRATOR, origin, isDryRun: false };
}

/** Where it is refused, the transaction is undone. */
function done<Result extends Outcome>(result: Result | SetUpRefusal): Result {
  return orRollBack(result);
}
