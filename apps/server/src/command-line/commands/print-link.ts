import { timeText } from '../output.ts';

/** The link on a line of its own, unbroken, to be copied. */
export function printLink(
  output: { line(text?: string): void; say(text: string): void },
  link: string,
  expiresAt: string | null,
): void {
  output.line();
  output.line(link);
  output.line();
  output.say(
    `Hand this link to the person, and to nobody else: whoever has it can sign up in their place. It is shown this once and works until ${timeText(expiresAt)} UTC.`,
  );
}
