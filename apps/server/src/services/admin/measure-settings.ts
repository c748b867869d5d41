import { isDeepStrictEqual } from 'node:util';
import { applicationConfigurationSchema, type CompanyConfiguration } from '@vestibule/contracts';
import { findAllApplications } from '../../repositories/admin-applications.ts';
import type { Application } from '../../repositories/companies.ts';
import { isDeviceTheFactor } from '../factor-rule.ts';
import type { ServerContext } from '../server-context.ts';
import { DECIDING } from './counted-by.ts';
import { measureNewlyStopped, type NewlyStopped, NOBODY_STOPPED } from './newly-stopped.ts';

/** Whether a change may keep somebody from work: for others nobody is looked for. */
export function decides(before: CompanyConfiguration, after: CompanyConfiguration): boolean {
  return DECIDING.some((name) => !isDeepStrictEqual(before[name], after[name]));
}

/** Whether the computer is the second factor before and after, in as many ways as there are among the applications. */
async function findFactorRules(context: ServerContext, before: CompanyConfiguration, after: CompanyConfiguration) {
  const applications = (await findAllApplications(context.database, context.company.id)).filter(
    ({ disabledAt }) => disabledAt === null,
  );
  const isFactor = (configuration: CompanyConfiguration, application: Application) => {
    const { mode } = applicationConfigurationSchema.parse(application.settings);
    return isDeviceTheFactor({ ...context, configuration }, application, { mode, requestedAuthnContext: null });
  };
  const rules = applications.map((application) => ({
    before: isFactor(before, application),
    after: isFactor(after, application),
  }));
  const ofCompany = { before: before.secondFactor === 'device', after: after.secondFactor === 'device' };
  return [...new Map((rules.length === 0 ? [ofCompany] : rules).map((rule) => [JSON.stringify(rule), rule])).values()];
}

/** Whom it stops on the way to any application: those with a rule of their own are others than those without. */
export async function measureSettings(
  context: ServerContext,
  before: CompanyConfiguration,
  after: CompanyConfiguration,
): Promise<NewlyStopped> {
  if (!decides(before, after)) return NOBODY_STOPPED;
  const stopped = new Set<string>();
  let people = 0;
  for (const ofDevice of await findFactorRules(context, before, after)) {
    const newly = await measureNewlyStopped(
      { context: { ...context, configuration: before }, isDeviceTheFactor: ofDevice.before },
      { context: { ...context, configuration: after }, isDeviceTheFactor: ofDevice.after },
    );
    people = newly.people;
    for (const login of newly.logins) stopped.add(login);
  }
  return { people, logins: [...stopped] };
}
