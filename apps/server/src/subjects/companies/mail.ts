import {
  type ADMIN_CALLS,
  type MailSettings,
  mailSettingsSchema,
  type MailTrial,
  type Outcome,
} from '@vestibule/contracts';
import type * as z from 'zod/mini';
import { isLoopbackName } from '../../operations/config/public-address.ts';
import { tryMailServer } from '../../operations/mail/send-mail.ts';
import { writeTrial } from '../../operations/mail/write-mail.ts';
import { lockCompany } from '../../repositories/company-lock.ts';
import {
  deleteMailServer,
  findMailServer,
  type MailServerRow,
  putMailServer,
} from '../../repositories/mail-servers.ts';
import { mailSealContext, mailTo, openMailServer } from '../settings/mail-out.ts';
import { isRefusal, type Refusal, refuse, type ServerContext } from '../../context/server-context.ts';
import { type Acting, auditAdministrator, carryOut, changesBetween } from '../audit/acting.ts';

type Wanted = z.infer<typeof ADMIN_CALLS.adminSetMail.body>;
type MailRefusal = Refusal<'request_malformed' | 'role_missing'>;

/** The mail server as it is set, without its password. */
export async function describeMail({ database, company }: ServerContext) {
  const row = await findMailServer(database, company.id);
  if (row === null) return { mail: null };
  const { sealedPassword, changedAt } = row;
  return {
    mail: { settings: settingsOf(row), hasPassword: sealedPassword !== null, changedAt: changedAt.toISOString() },
  };
}

/** Sets the mail server, or changes what is named of it. */
export async function setMail(acting: Acting, wanted: Wanted): Promise<Outcome | MailRefusal> {
  const { context } = acting;
  const { company, database, masterKey, now } = context;
  const planned = plan(await findMailServer(database, company.id), wanted);
  if (isRefusal(planned)) return planned;
  return carryOut<'request_malformed'>(
    acting,
    { action: 'mail', target: company.name, changes: planned.changes, warnings: warningsOf(planned.settings) },
    async (transaction) => {
      await lockCompany(transaction, company.id);
      const stored = await findMailServer(transaction, company.id);
      const again = plan(stored, wanted);
      if (isRefusal(again)) return again;
      const { password } = wanted;
      const kept = stored?.sealedPassword ?? null;
      const sealed = typeof password === 'string' ? masterKey.seal(password, mailSealContext(company.id)) : null;
      await putMailServer(transaction, {
        companyId: company.id,
        settings: again.settings,
        sealedPassword: password === undefined ? kept : sealed,
        changedAt: now(),
      });
      return null;
    },
  );
}

export async function removeMail(acting: Acting): Promise<Outcome | Refusal<'role_missing'>> {
  const { company, database } = acting.context;
  const row = await findMailServer(database, company.id);
  const changes = row === null ? [] : [{ field: 'mail', from: settingsOf(row), to: null }];
  const warnings =
    row === null ? [] : ['No mail is sent from now on: invitations are links to copy, and alerts stay here.'];
  return carryOut(acting, { action: 'mail', target: company.name, changes, warnings }, async (transaction) => {
    await deleteMailServer(transaction, company.id);
    return null;
  });
}

/** Sends a mail of no meaning; a dry run only logs in. */
export async function tryMail(
  acting: Acting,
  to: string | undefined,
): Promise<MailTrial | Refusal<'role_missing' | 'request_malformed' | 'not_possible'>> {
  const { context, isDryRun } = acting;
  const server = await openMailServer(context);
  if (server === null) return refuse('not_possible', 'No mail server is set: vestibule mail set --help');
  if (!isDryRun && to === undefined) return refuse('request_malformed', 'body.to: say whom the mail is for.');
  const { settings } = server;
  const written = writeTrial(settings.language, { company: context.company.displayName, address: settings.sender });
  const problem =
    isDryRun || to === undefined
      ? await tryMailServer(server)
      : await mailTo(context, server, { name: '', address: to }, written);
  if (!isDryRun) {
    const details = problem === null ? { what: 'trial' } : { what: 'trial', code: problem.code };
    const outcome = problem === null ? 'done' : 'refused';
    await auditAdministrator(acting, { action: 'mail', outcome, target: context.company.name, details });
  }
  if (problem !== null) return { isDryRun, isGood: false, sentence: problem.sentence, next: problem.next };
  const place = `The mail server ${settings.host}:${settings.port}`;
  return isDryRun
    ? {
        isDryRun,
        isGood: true,
        sentence: `${place} answers${PROTECTED[settings.security]}${loginOf(settings)}.`,
        next: null,
      }
    : {
        isDryRun,
        isGood: true,
        sentence: `${place} has taken the mail.`,
        next: `Look whether it has come to ${to}, also among the unwanted ones.`,
      };
}

const PROTECTED = {
  tls: ' over TLS, with a good certificate',
  starttls: ' over TLS, with a good certificate',
  none: ', without TLS',
} as const satisfies Record<MailSettings['security'], string>;

function loginOf({ user }: MailSettings): string {
  return user === null ? '' : `, and takes the login ${user}`;
}

function settingsOf({ settings }: MailServerRow): MailSettings {
  return mailSettingsSchema.parse(settings);
}

/** @param stored what holds; null: nothing yet */
function plan(stored: MailServerRow | null, { password, ...wanted }: Wanted) {
  const before = stored === null ? null : settingsOf(stored);
  const parsed = mailSettingsSchema.safeParse({ ...before, ...withoutUndefined(wanted) });
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const field = issue?.path.join('.') ?? '';
    return refuse('request_malformed', `body.${field}: is missing: a mail server has host, port, security and sender.`);
  }
  const settings = parsed.data;
  const hasHeld = (stored?.sealedPassword ?? null) !== null;
  // A password that is kept must not be led to a server that never had it.
  const isElsewhere =
    before !== null && (['host', 'port', 'security', 'user'] as const).some((name) => before[name] !== settings[name]);
  if (hasHeld && isElsewhere && password === undefined) {
    return refuse('request_malformed', 'body.password: for another server or login, give the password again, or null.');
  }
  const hasPassword = password === undefined ? hasHeld : password !== null;
  if (hasPassword !== (settings.user !== null)) {
    return refuse('request_malformed', 'body.password: a user and a password go together.');
  }
  if (hasPassword && settings.security === 'none' && !isThisComputer(settings.host)) {
    return refuse('request_malformed', 'body.security: a password does not go to another computer without TLS.');
  }
  const secret = (isThere: boolean) => (isThere ? '(set)' : null);
  const changes = [
    ...changesBetween({ ...before }, settings),
    ...(password === undefined || (password === null && !hasHeld)
      ? []
      : [{ field: 'password', from: secret(hasHeld), to: password === null ? null : '(set) again' }]),
  ];
  return { settings, changes };
}

function withoutUndefined(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

function warningsOf({ security, host }: MailSettings): string[] {
  const isReadable = security === 'none' && !isThisComputer(host);
  return isReadable ? ['Without TLS, anyone on the way to the mail server can read links and sign up with them.'] : [];
}

function isThisComputer(host: string): boolean {
  return host === '::1' || isLoopbackName(host);
}
