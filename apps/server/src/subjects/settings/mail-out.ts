import { type CheckType, type MailLanguage, mailAddressSchema, mailSettingsSchema } from '@vestibule/contracts';
import type { Who } from '../../repositories/audit-words.ts';
import type { MailProblem } from '../../operations/mail/mail-problem.ts';
import { type MailServer, sendMail } from '../../operations/mail/send-mail.ts';
import { findReach, type MayReach } from '../../operations/outgoing/reach.ts';
import {
  writeAccessRequest,
  writeBrakeAlert,
  writeInvitation,
  writeStageAlert,
  type StageToWrite,
  type WrittenMail,
} from '../../operations/mail/write-mail.ts';
import { findMailServer, type MailServerRow } from '../../repositories/mail-servers.ts';
import type { Person } from '../../repositories/people.ts';
import { audit } from '../audit/audit.ts';
import type { Origin, ServerContext } from '../../context/server-context.ts';

/** For what a company's password for its mail server is sealed. */
export function mailSealContext(companyId: string): string {
  return `mail:${companyId}`;
}

/** The company's mail server; null: none is set, and no mail is sent. */
export async function openMailServer(context: ServerContext): Promise<MailServer | null> {
  const row = await findMailServer(context.database, context.company.id);
  return row === null ? null : mailServerOf(context, row, await findReach(context));
}

function mailServerOf(
  { masterKey, publicUrl, company }: ServerContext,
  row: MailServerRow,
  mayReach: MayReach,
): MailServer {
  const { settings, sealedPassword } = row;
  return {
    settings: mailSettingsSchema.parse(settings),
    password: sealedPassword === null ? null : masterKey.unseal(sealedPassword, mailSealContext(company.id)),
    ownName: new URL(publicUrl).hostname,
    mayReach,
  };
}

/** Sends one mail of the company. @returns why not, or null */
export async function mailTo(
  context: ServerContext,
  server: MailServer,
  to: { readonly name: string; readonly address: string },
  { subject, text }: WrittenMail,
): Promise<MailProblem | null> {
  if (!mailAddressSchema.safeParse(to.address).success) return NO_ADDRESS;
  const from = { name: context.company.displayName, address: server.settings.sender };
  return sendMail(server, { from, to, subject, text, date: context.now() });
}

const NO_ADDRESS: MailProblem = {
  code: 'address',
  sentence: 'There is no e-mail address that a mail could go to.',
  next: 'Set one: vestibule person set LOGIN --email ADDRESS',
};

export interface InvitationMail {
  readonly person: Person;
  readonly link: string;
  readonly expiresAt: Date;
  /** Null: the one that is set with the mail server. */
  readonly language: MailLanguage | null;
  /** Who invites. */
  readonly actor: Who;
}

/** Mails someone the link that was made for them. The link is good whatever comes of it. */
export async function mailInvitation(
  context: ServerContext,
  origin: Origin,
  server: MailServer,
  { person, link, expiresAt, language, actor }: InvitationMail,
): Promise<MailProblem | null> {
  const { displayName: name, login, email: address } = person;
  const written = writeInvitation(language ?? server.settings.language, {
    company: context.company.displayName,
    name,
    login,
    link,
    expiresAt,
  });
  const problem = await mailTo(context, server, { name, address }, written);
  await auditMail(context, origin, { what: 'invitation', actor, target: person, problem });
  return problem;
}

/** Tells those who are named for it that the brake has acted. @returns why someone could not be told, or null */
export async function mailBrakeAlert(
  context: ServerContext,
  sudden: { readonly checkType: CheckType; readonly newlyBlocked: number; readonly people: number },
): Promise<MailProblem | null> {
  const server = await openMailServer(context);
  const { checkType: check, newlyBlocked: blocked, people } = sudden;
  const values = { company: context.company.displayName, check, blocked, people };
  return server === null
    ? null
    : mailAll(context, server, server.settings.alerts, {
        what: 'brake',
        target: check,
        written: writeBrakeAlert(server.settings.language, values),
      });
}

/** Whether someone is named who is told what the gate does by itself. */
export async function hasAlertAddress(context: ServerContext): Promise<boolean> {
  const server = await openMailServer(context);
  return server !== null && server.settings.alerts.length > 0;
}

/** Tells those who are named for it that a stage begins soon. @returns why someone could not be told, or null */
export async function mailComingStage(
  context: ServerContext,
  coming: Omit<StageToWrite, 'company'>,
): Promise<MailProblem | null> {
  const server = await openMailServer(context);
  if (server === null) return null;
  const values = { company: context.company.displayName, ...coming };
  return mailAll(context, server, server.settings.alerts, {
    what: 'stage',
    target: coming.stage,
    written: writeStageAlert(server.settings.language, values),
  });
}

/** Tells those who are named for it that someone asks for temporary access. */
export async function mailAccessRequest(
  context: ServerContext,
  asked: { readonly person: Person; readonly application: string | null; readonly reason: string },
): Promise<MailProblem | null> {
  const server = await openMailServer(context);
  if (server === null) return null;
  const { application, reason, person } = asked;
  const { displayName: name, login } = person;
  const values = { company: context.company.displayName, name, login, application, reason };
  return mailAll(context, server, server.settings.accessRequests, {
    what: 'access-request',
    target: person,
    written: writeAccessRequest(server.settings.language, values),
  });
}

async function mailAll(
  context: ServerContext,
  server: MailServer,
  addresses: readonly string[],
  { what, target, written }: { readonly what: string; readonly target: Who | string; readonly written: WrittenMail },
): Promise<MailProblem | null> {
  let first: MailProblem | null = null;
  for (const address of addresses) {
    const problem = await mailTo(context, server, { name: '', address }, written);
    await auditMail(context, SERVER, { what, actor: { id: null, login: 'server' }, target, problem });
    first ??= problem;
  }
  return first;
}

const SERVER: Origin = { address: 'server', correlationId: 'mail' };

/** What a mail was about, and whether the mail server took it; neither its text nor the address. */
async function auditMail(
  context: ServerContext,
  origin: Origin,
  sent: {
    readonly what: string;
    readonly actor: Who;
    readonly target: Who | string;
    readonly problem: MailProblem | null;
  },
): Promise<void> {
  const { what, actor, target, problem } = sent;
  await audit(context, origin, {
    action: 'mail',
    outcome: problem === null ? 'done' : 'refused',
    actor,
    target,
    details: problem === null ? { what } : { what, code: problem.code },
  });
}
