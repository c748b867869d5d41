import type { MailTrial } from '@vestibule/contracts';
import { type Finding, good, look } from './finding.ts';

/** What the server found out about a company's mail server. */
export interface MailLook {
  readonly company: string;
  /** Null: none is set. */
  readonly trial: Pick<MailTrial, 'isGood' | 'sentence' | 'next'> | null;
}

/** No one is kept out by a mail server that does not answer: links can be copied. */
export function lookAtMail(mails: readonly MailLook[]): Finding[] {
  return mails.map(({ company, trial }) => {
    const check = mails.length === 1 ? 'Mail' : `Mail (${company})`;
    if (trial === null) return good(check, 'No mail server is set: invitations are links to copy.');
    const { isGood, sentence, next } = trial;
    return isGood ? good(check, sentence) : look(check, sentence, next ?? 'vestibule mail show');
  });
}
