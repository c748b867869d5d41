import { READER_FACTS, type ReaderFacts } from '@vestibule/checks';
import { type FactReading, factReadingSchema } from '@vestibule/contracts';
import * as z from 'zod/mini';

/** Where systemd listens for the reader: its folder and the socket are root's. */
export const READER_SOCKET = '/run/workplace/reader.sock';

const PROTOCOL = 1;

/** Longer than any request there is. */
export const REQUEST_MAXIMUM_BYTES = 64;
/** A fact about one computer is a few hundred bytes; longer is no answer. */
export const ANSWER_MAXIMUM_BYTES = 65_536;

const answerSchema = z.object({
  version: z.literal(PROTOCOL),
  facts: z.enum(READER_FACTS),
  reading: factReadingSchema,
});

/** One line: the version and one name of the closed list. There is nothing else to ask with. */
export function requestFor(facts: ReaderFacts): string {
  return `${PROTOCOL} ${facts}\n`;
}

/** @returns the name that a whole line asks for; null for everything that is not exactly a request */
export function parseRequest(line: string): ReaderFacts | null {
  return READER_FACTS.find((facts) => line === requestFor(facts)) ?? null;
}

/** The one line of an answer. */
export function answerOf(facts: ReaderFacts, reading: FactReading): string {
  return `${JSON.stringify({ version: PROTOCOL, facts, reading })}\n`;
}

/** @returns null when the text is no whole answer to what was asked */
export function parseAnswer(text: string, asked: ReaderFacts): FactReading | null {
  if (!text.endsWith('\n')) return null;
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return null;
  }
  const answer = answerSchema.safeParse(parsed);
  return answer.success && answer.data.facts === asked ? answer.data.reading : null;
}
