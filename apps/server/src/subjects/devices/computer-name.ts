import { showsSomething } from '@vestibule/contracts';
import { oneLine } from '../../operations/log/one-line.ts';

/** So much of an id finds a computer on the command line as well. */
const SHORT = 8;

/** What a computer calls itself, in one line. Where that shows nothing, the beginning of its id stands for it. */
export function computerName(said: string, deviceId: string): string {
  const line = oneLine(said);
  return showsSomething(line) ? line : deviceId.slice(0, SHORT);
}
