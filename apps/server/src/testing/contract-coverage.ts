import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { compareWithContract } from './contract-answers.ts';

const RESULTS = join(import.meta.dirname, '../../../../.test-results');
const GAPS_FILE = 'contract-gaps.txt';
/** Set for a run of all tests: the gaps are written down, for the gate that wants none. One test file leaves many. */
const IS_WHOLE_RUN = process.env['VESTIBULE_CONTRACT_GAPS'] === 'write';

/**
 * Compares what the servers of a test run answered with the contract table. An answer that is not declared, or that has
 * another shape, fails the run, and so does a cookie that is not as ours are. Silent where no server ran.
 * @param folder what the recorder of each test process wrote
 */
export async function reportCoverage(folder: string): Promise<void> {
  const [given, malformed] = [await readLines(folder, '.given'), await readLines(folder, '.malformed')];
  const cookies = await readLines(folder, '.cookie');
  if (cookies.length > 0) {
    process.exitCode = 1;
    process.stdout.write(`\nCookies that other hosts can set, or that others see:\n${cookies.join('\n')}\n`);
  }
  if (given.length === 0) return;
  const { gaps, declared, given: count, undeclared } = compareWithContract(given);
  const wrong = [
    ...undeclared.map((answer) => `not declared: ${answer}`),
    ...malformed.map((answer) => `not as declared: ${answer}`),
  ];
  if (wrong.length > 0) {
    process.exitCode = 1;
    process.stdout.write(`\nAnswers that the contract does not have:\n${wrong.join('\n')}\n`);
  }
  if (!IS_WHOLE_RUN) return;
  const list = [...wrong, ...[...gaps].map(([name, answers]) => `${name}: ${answers.join(', ')}`)];
  await mkdir(RESULTS, { recursive: true });
  await writeFile(join(RESULTS, GAPS_FILE), list.map((line) => `${line}\n`).join(''));
  process.stdout.write(`\nContract: ${count} of ${declared} declared answers were given.\n`);
}

async function readLines(folder: string, ending: string): Promise<string[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith(ending));
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')));
  return [...new Set(texts.flatMap((text) => text.split('\n')))].filter((line) => line !== '');
}
