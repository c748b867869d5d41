import { setFlagsFromString } from 'node:v8';

/**
 * No compilers that make code fast which runs a few times an hour, and no room for what they make. After work the memory
 * is tidied up once, not twice: the second time finds 2 MB and takes as long.
 */
const OPTIONS = ['--no-opt', '--no-maglev', '--no-sparkplug', '--optimize-for-size', '--memory-reducer-gc-count=1'];

/**
 * For a process that stays and mostly waits. Not on the command line: V8 would believe none of the code that Node brings
 * along compiled, and a start would take 20 ms longer. Measured: an idle client takes half the memory it takes without.
 */
export function keepSmall(): void {
  for (const option of OPTIONS) setFlagsFromString(option);
}
