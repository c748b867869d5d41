/** What applies on mains and on battery. */
export interface PowerValues {
  readonly mains: number;
  readonly battery: number;
}

/**
 * Reads `powercfg /qh` of one setting. Its labels are in the language of the system; the last two eight-digit numbers
 * are the value on mains and the one on battery.
 * @returns null when the text holds no such pair
 */
export function parsePowerSetting(text: string): PowerValues | null {
  const numbers = [...text.matchAll(/\b0x([0-9a-f]{8})\b/gi)].map(([, digits]) => Number.parseInt(digits ?? '', 16));
  const [mains, battery] = numbers.slice(-2);
  return mains === undefined || battery === undefined ? null : { mains, battery };
}

/** How a computer sleeps: with its screen off and everything else running, in the old way, or not at all. */
export type SleepKind = 'modern' | 'classic' | 'none';

/**
 * Reads `powercfg /a`: a heading, the sleep states there are, an empty line, and those there are not, each with its reason
 * on a line that begins with a tab. Only the names in brackets are the same in every language, so a text without any is no
 * answer.
 * @returns null when the text is something else
 */
export function parseSleepStates(text: string): SleepKind | null {
  if (!/\(S[0-3]\b/.test(text)) return null;
  const [first = ''] = text.trimStart().split(/\r?\n[ \t]*\r?\n/);
  if (/^\t/m.test(first)) return 'none';
  if (/\(S0\b/.test(first)) return 'modern';
  return /\(S[123]\b/.test(first) ? 'classic' : 'none';
}
