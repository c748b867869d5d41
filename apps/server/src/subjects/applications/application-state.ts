import { applicationConfigurationSchema, type Outcome } from '@vestibule/contracts';
import { createToken } from '../../operations/crypto/tokens.ts';
import {
  changeApplicationSettings,
  deleteApplication,
  updateApplication,
} from '../../repositories/admin-applications.ts';
import { isRefusal, type Refusal, refuse } from '../../context/server-context.ts';
import { type Acting, carryOut, changesBetween } from '../audit/acting.ts';
import { recordOf } from './application-record.ts';
import { findOne, isFixed } from './applications.ts';
import { whyCountAnew } from '../policy/impact/counted-by.ts';
import { type Accepted, answerToStopped, decidesAnew, measureApplication } from '../policy/impact/newly-stopped.ts';
import { noteOnPhones } from '../devices/note-on-phones.ts';
import { planSettings, type SettingsChange } from '../settings/plan-settings.ts';

/** Makes a new secret for an OpenID Connect application. It is shown this once. */
export async function renewSecret(
  acting: Acting,
  id: string,
): Promise<(Outcome & { clientSecret: string | null }) | Refusal<'not_found' | 'not_possible'>> {
  const { context } = acting;
  const application = await findOne(context, id);
  if (isRefusal(application)) return application;
  if (application.sealedSecret === null) return refuse('not_possible', `${application.name} has no secret.`);
  const secret = createToken();
  const outcome = await carryOut(
    acting,
    {
      action: 'application',
      target: application.name,
      changes: [{ field: 'clientSecret', from: '(set)', to: '(set) again' }],
      details: { id },
      warnings: ['The application cannot finish a sign-in until it is given the new secret.'],
    },
    async (transaction) => {
      await updateApplication(transaction, application, { sealedSecret: context.masterKey.seal(secret, id) });
      return null;
    },
  );
  return isRefusal(outcome) ? outcome : { ...outcome, clientSecret: outcome.isDryRun ? null : secret };
}

export async function setDisabled(
  acting: Acting,
  id: string,
  isDisabled: boolean,
): Promise<Outcome | Refusal<'not_found'>> {
  const application = await findOne(acting.context, id);
  if (isRefusal(application)) return application;
  return carryOut(
    acting,
    {
      action: 'application',
      target: application.name,
      changes: changesBetween({ isDisabled: application.disabledAt !== null }, { isDisabled }),
      details: { id },
      warnings: isDisabled ? ['People who are in the application already stay in until it ends their session.'] : [],
    },
    async (transaction) => {
      await updateApplication(transaction, application, { disabledAt: isDisabled ? acting.context.now() : null });
      return null;
    },
  );
}

export async function removeApplication(acting: Acting, id: string): Promise<Outcome | Refusal<'not_found'>> {
  const application = await findOne(acting.context, id);
  if (isRefusal(application)) return application;
  const { name, entityId } = application;
  return carryOut(
    acting,
    {
      action: 'application',
      target: name,
      changes: Object.entries({ name, entityId, record: recordOf(application) }).map(([field, from]) => ({
        field,
        from,
        to: null,
      })),
      details: { what: 'removed', id },
      warnings: ['Sign-ins that wait for it end, and so does temporary access that was for it alone.'],
    },
    async (transaction) => {
      await deleteApplication(transaction, application);
      return null;
    },
  );
}

export async function setApplicationSettings(
  acting: Acting,
  id: string,
  { acceptBlocking, ...change }: SettingsChange & Accepted,
): Promise<Outcome | Refusal<'not_found' | 'request_malformed' | 'too_many_blocked' | 'not_possible'>> {
  const application = await findOne(acting.context, id);
  if (isRefusal(application)) return application;
  const planned = planSettings(applicationConfigurationSchema, application.settings, change);
  if (isRefusal(planned)) return planned;
  const { before, after, touched } = planned;
  const place = { before: application, after: { ...application, settings: { ...planned.stored } } };
  const stopped = await measureApplication(acting.context, place);
  const answer = answerToStopped(acting, stopped, acceptBlocking);
  if (answer.refusal !== null) return answer.refusal;
  const fixed = touched.filter((field) => isFixed(application, field));
  const named = (values: Record<string, unknown>) =>
    Object.fromEntries(touched.map((field) => [field, values[field] ?? null]));
  return carryOut(
    acting,
    {
      action: 'application',
      target: application.name,
      changes: changesBetween(named(before), named(after)),
      details: { id },
      warnings: [
        ...(fixed.length === 0
          ? []
          : [`${application.name} is a second step: ${fixed.join(' and ')} stays as it is there, whatever is set.`]),
        ...answer.notes,
        ...(await noteOnPhones(acting.context, place)),
      ],
    },
    async (transaction) => {
      const isCounted = decidesAnew(acting.context, place);
      const unfit = isCounted ? await whyCountAnew(transaction, acting.context) : null;
      if (unfit !== null) return unfit;
      let refusal: Refusal<'request_malformed' | 'not_possible'> | null = null;
      await changeApplicationSettings(transaction, application, (stored) => {
        const now = { ...application, settings: stored };
        if (isCounted && decidesAnew(acting.context, { before: application, after: now })) {
          refusal = refuse(
            'not_possible',
            `Nothing was changed: a colleague has just changed ${application.name}, so who is stopped has to be counted again. Run the command again.`,
          );
          return null;
        }
        const again = planSettings(applicationConfigurationSchema, stored, change);
        if (!isRefusal(again)) return { ...again.stored };
        refusal = again;
        return null;
      });
      return refusal;
    },
  );
}
