import { randomUUID } from 'node:crypto';
import { copyFile, constants } from 'node:fs/promises';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import type { Config } from '../../operations/config/config.ts';
import type { Database } from '../../database/open.ts';
import { accessGrants, applications, companies, devices, people, signIns } from '../../database/schema.ts';
import { findCompanies } from '../../repositories/companies.ts';
import { hashPassword } from '../../subjects/people/passwords.ts';
import { DEMO_LOGO, DEMO_WORK_APP_ID } from '../../operations/set-up/trial-marks.ts';
import { DEMO_PEOPLE } from '../../subjects/people/trial-people.ts';
import { pastOf } from './past.ts';

/** A trial has no second factors and no administrator at hand: anyone who knows one of its passwords brings any computer. */
const TRIAL_REGISTRATION = { mode: 'automatic' } as const;

/** Fills an empty database with the trial's company, people and work application; a second start changes nothing. */
export async function seedDemo(database: Database, config: Config, now: Date): Promise<void> {
  await copyFile(join(import.meta.dirname, 'policy.yaml'), config.policyFile, constants.COPYFILE_EXCL).catch(
    (error: unknown) => {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    },
  );
  const settings = { isFastCheckModeEnabled: config.isDemoFastCheckMode };
  const [existing] = await findCompanies(database);
  if (existing !== undefined) {
    // The trial may have moved to another port since the last start.
    await database
      .update(companies)
      .set({
        publicUrl: config.publicUrl,
        settings: { registration: TRIAL_REGISTRATION, ...existing.company.settings, ...settings },
      })
      .where(eq(companies.id, existing.company.id));
    return registerWorkApp(database, existing.company.id, config.demoWorkApp);
  }
  const companyId = randomUUID();
  const passwordHashes = await Promise.all(DEMO_PEOPLE.map(({ password }) => hashPassword(password)));
  await database.transaction(async (transaction) => {
    await transaction.insert(companies).values({
      id: companyId,
      name: 'alderbrook',
      displayName: 'Alderbrook',
      topLevelDomain: 'alderbrook.example',
      logoUrl: DEMO_LOGO,
      publicUrl: config.publicUrl,
      settings: { registration: TRIAL_REGISTRATION, ...settings },
      support: {
        phone: '+1 555 0142',
        phoneHours: 'Monday to Friday, 8:00 to 18:00',
        email: 'help@alderbrook.example',
      },
    });
    await transaction.insert(people).values(
      DEMO_PEOPLE.map(({ id, login, displayName }, index) => ({
        companyId,
        id,
        login,
        displayName,
        email: `${login}@alderbrook.example`,
        type: 'employee',
        passwordHash: passwordHashes[index] ?? '',
      })),
    );
    await registerWorkApp(transaction, companyId, config.demoWorkApp);
    if (!config.hasDemoPast) return;
    const past = pastOf(companyId, now);
    await transaction.insert(devices).values(past.computers);
    await transaction.insert(accessGrants).values(past.grants);
    await transaction.insert(signIns).values(past.signIns);
  });
}

/** The trial's work application may have moved to another port since the last start. */
async function registerWorkApp(database: Database, companyId: string, workApp: string): Promise<void> {
  const address = {
    name: 'Alderbrook Mail',
    entityId: `${workApp}/saml/metadata`,
    startUrl: `${workApp}/start`,
    serviceProvider: {
      entityId: `${workApp}/saml/metadata`,
      acsUrls: [{ url: `${workApp}/saml/acs`, index: 0, isDefault: true }],
    },
  };
  await database
    .insert(applications)
    .values({ companyId, id: DEMO_WORK_APP_ID, ...address })
    .onConflictDoUpdate({ target: [applications.companyId, applications.id], set: address });
}
