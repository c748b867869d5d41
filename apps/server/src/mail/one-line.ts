/** A text as it may stand in the head of a mail, or within a line: what breaks or turns a line is a blank. */
export function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim();
}
