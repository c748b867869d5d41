import { asOneLine } from '@vestibule/contracts';

/**
 * A text as it may stand within a line, in the head of a mail or in a cell of a table. People, computers and identity
 * providers give the names; each is one line wherever someone reads it.
 */
export const oneLine = asOneLine;
