import { timeText } from '../frame/output.ts';

interface ShownLink {
  readonly link: string;
  readonly expiresAt: string | null;
  /** Null: it reaches the person by the one who reads this. */
  readonly mailedTo: string | null;
}

/** The link on a line of its own, unbroken, to be copied. */
export function printLink(
  output: { line(text?: string): void; say(text: string): void },
  { link, expiresAt, mailedTo }: ShownLink,
): void {
  output.line();
  output.line(link);
  output.line();
  output.say(
    `${mailedTo === null ? 'Hand this link to the person only' : `The link was mailed to ${mailedTo}. Don’t show it to others`}: anyone who has it can sign up in their place. It is shown this once and works until ${timeText(expiresAt)} UTC.`,
  );
}
