import { UNPRINTABLE } from '@vestibule/contracts';

const RUN = new RegExp(`(?:${UNPRINTABLE.source})+`, 'gu');

/**
 * A text as it may stand within a line, in the head of a mail or in a cell of a table: what breaks or turns a line is a blank.
 * People, computers and identity providers give the names; each is one line wherever someone reads it.
 */
export function oneLine(text: string): string {
  return text.replaceAll(RUN, ' ').trim();
}
