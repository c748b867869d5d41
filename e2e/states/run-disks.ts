import type { BootedLinux } from '../support/booted-linux.ts';
import { startVirtualLinux } from '../support/virtual-linux.ts';
import { CLEAR, READ, TOOLS } from './disk-encryption-shell.ts';
import { type Judged, judgeTurn, parseVerdicts } from './run-states.ts';
import { type ReadBy, type State, stepsOf, type Subject } from './state.ts';

/** What a state without a word of its own is: a system on a drive without encryption. */
const READERS: readonly ReadBy[] = ['person', 'service', 'root'];
const AS_IT_WAS = 'root /dev/vda';

/** What one reading in there found stands for each who reads: encryption looks the same to all. */
const readingOf = <Verdicts>(verdicts: Verdicts) => new Map(READERS.map((reader) => [reader, verdicts] as const));

/** Makes every state of the drives in a computer inside the booted one, and has the client read each. */
export async function runDisks(linux: BootedLinux, subject: Subject): Promise<readonly Judged[]> {
  const computer = await startVirtualLinux(linux);
  const make = async ({ make: script = AS_IT_WAS }: State): Promise<string | null> => {
    const { code, stderr } = await computer.run(`${TOOLS}\n${script}`);
    return code === 0 ? null : `${script} gave ${code}: ${stderr}`;
  };
  const judged: Judged[] = [];
  for (const step of stepsOf(subject)) {
    const problem = await make(step.state);
    const { stdout, stderr } = await computer.run(READ);
    const cleared = await computer.run(CLEAR);
    const undone = cleared.code === 0 ? null : `the drives are not empty: ${cleared.stdout}`;
    judged.push(...judgeTurn({ subject, step }, readingOf(parseVerdicts(stdout, stderr)), problem ?? undone));
  }
  computer.close();
  return judged;
}
