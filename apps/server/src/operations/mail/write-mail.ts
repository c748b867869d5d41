import type { CheckType, MailLanguage } from '@vestibule/contracts';
import { oneLine } from '../log/one-line.ts';
import { MAIL_WORDS } from './words.ts';

/** What a mail says. */
export interface WrittenMail {
  readonly subject: string;
  readonly text: string;
}

export interface InvitationToWrite {
  readonly company: string;
  readonly name: string;
  readonly login: string;
  readonly link: string;
  readonly expiresAt: Date;
}

/** The link with which someone signs up, on a line of its own. */
export function writeInvitation(language: MailLanguage, invitation: InvitationToWrite): WrittenMail {
  const { greeting, invitation: words } = MAIL_WORDS[language];
  const { link, expiresAt, ...values } = invitation;
  const until = momentIn(language, expiresAt);
  return write(values, words.subject, [
    greeting,
    words.text,
    literal(link),
    `${words.yours} ${fill(words.until, { until })}`,
    words.unknown,
  ]);
}

export interface BrakeToWrite {
  readonly company: string;
  readonly check: CheckType;
  readonly blocked: number;
  readonly people: number;
}

/** What the brake has done. */
export function writeBrakeAlert(language: MailLanguage, { blocked, people, ...values }: BrakeToWrite): WrittenMail {
  const { alert: words } = MAIL_WORDS[language];
  return write({ ...values, blocked: String(blocked), people: String(people) }, `{company}: ${words.subject}`, [
    words.text,
    words.next,
    literal('vestibule status\nvestibule policy show'),
  ]);
}

export interface StageToWrite {
  readonly company: string;
  readonly stage: string;
  /** Counted from 1. */
  readonly number: number;
  readonly at: Date;
  /** For whom it enforces the policy, and how many more it would stop. */
  readonly people: number;
  readonly blocked: number;
}

/** That a stage begins soon. */
export function writeStageAlert(language: MailLanguage, { at, ...coming }: StageToWrite): WrittenMail {
  const { stage: words } = MAIL_WORDS[language];
  const { company, stage } = coming;
  const number = String(coming.number);
  const counts = { people: String(coming.people), blocked: String(coming.blocked) };
  return write({ company, stage, number, when: momentIn(language, at), ...counts }, `{company}: ${words.subject}`, [
    words.text,
    words.next,
    literal(`vestibule gate impact --stage ${number} --people\nvestibule gate stage list`),
  ]);
}

export interface RequestToWrite {
  readonly company: string;
  readonly name: string;
  readonly login: string;
  /** Null: every one. */
  readonly application: string | null;
  readonly reason: string;
}

/** That someone waits for support. */
export function writeAccessRequest(language: MailLanguage, asked: RequestToWrite): WrittenMail {
  const { request: words } = MAIL_WORDS[language];
  const values = { ...asked, application: asked.application ?? words.everything };
  return write(values, `{company}: ${words.subject}`, [
    words.text,
    words.why,
    literal(asked.reason.replaceAll(/^/gm, '> ')),
    words.next,
    literal('vestibule access requests\nvestibule access grant …\nvestibule access refuse …'),
  ]);
}

function momentIn(language: MailLanguage, moment: Date): string {
  const format = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
  return `${format.format(moment)} UTC`;
}

/** A mail of no meaning. */
export function writeTrial(
  language: MailLanguage,
  values: { readonly company: string; readonly address: string },
): WrittenMail {
  const { trial } = MAIL_WORDS[language];
  return write(values, `{company}: ${trial.subject}`, [trial.text]);
}

/** A paragraph as it is: braces in it are no one's. */
interface Literal {
  readonly literal: string;
}

const literal = (text: string): Literal => ({ literal: text });

function write(
  values: Readonly<Record<string, string>>,
  subject: string,
  paragraphs: readonly (string | Literal)[],
): WrittenMail {
  const written = paragraphs.map((one) => (typeof one === 'string' ? fill(one, values) : one.literal));
  return {
    subject: fill(subject, values),
    text: `${written.join('\n\n')}\n\n-- \n${oneLine(values['company'] ?? '')}\n`,
  };
}

/** Once over the text: a value with braces in it fills nothing, and one of several lines makes no line of its own. */
function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\{(\w+)\}/g, (_place, name: string) => oneLine(values[name] ?? ''));
}
