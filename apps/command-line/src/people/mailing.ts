import { MAIL_LANGUAGES, type MailLanguage } from '@vestibule/contracts';
import type { Command } from 'commander';
import { misuse } from '../frame/failure.ts';

/** Options of commands that make links for people to sign up with. */
export interface MailingOptions {
  readonly mail: boolean;
  readonly language?: string;
}

export function mailing(command: Command): Command {
  return command
    .option('--language <code>', `of the mail with the link: ${MAIL_LANGUAGES.join(', ')}`)
    .option('--no-mail', 'only show the link, although a mail server is set');
}

export function mailLanguageOf({ language }: MailingOptions): MailLanguage | undefined {
  if (language === undefined) return undefined;
  const found = MAIL_LANGUAGES.find((one) => one === language);
  if (found === undefined) throw misuse(`--language: ${language} is none of ${MAIL_LANGUAGES.join(', ')}.`);
  return found;
}

/** The same for the call that makes one link. */
export function mailingQuery(options: MailingOptions): { readonly mail?: 'false'; readonly language?: MailLanguage } {
  const language = mailLanguageOf(options);
  return { ...(options.mail ? {} : { mail: 'false' }), ...(language === undefined ? {} : { language }) };
}
