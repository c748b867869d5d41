import { mkdtemp, readdir, readFile, rm, mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compareWithContract, type ContractCoverage, RECORD_FOLDER_VARIABLE } from './contract-answers.ts';

const RESULTS = join(import.meta.dirname, '../../../../.test-results');
const GAPS_FILE = 'contract-gaps.txt';
/** `print`: the whole list; `fail`: and the run fails while there is any gap. Otherwise one line says how it stands. */
const WISH = process.env['VESTIBULE_CONTRACT_GAPS'];

let folder = '';

/** Before a test run: a folder in which the servers of every test process write down what they answer. */
export async function setup(): Promise<void> {
  folder = await mkdtemp(join(tmpdir(), 'vestibule-answers-'));
  process.env[RECORD_FOLDER_VARIABLE] = folder;
}

/** After it: compares that with the contract table. Silent where no server ran. */
export async function teardown(): Promise<void> {
  const files = await readdir(folder);
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')));
  await rm(folder, { recursive: true, force: true });
  const recorded = new Set(texts.flatMap((text) => text.split('\n')).filter((line) => line !== ''));
  if (recorded.size === 0) return;
  const coverage = compareWithContract(recorded);
  const list = listOf(coverage);
  await mkdir(RESULTS, { recursive: true });
  await writeFile(join(RESULTS, GAPS_FILE), `${list.join('\n')}\n`);
  process.stdout.write(
    `\nContract: ${coverage.given} of ${coverage.declared} declared answers were given; the others stand in .test-results/${GAPS_FILE}\n`,
  );
  if (WISH === 'print' || WISH === 'fail') process.stdout.write(`${list.join('\n')}\n`);
  else for (const answer of coverage.undeclared) process.stdout.write(`  not declared: ${answer}\n`);
  if (WISH === 'fail' && list.length > 0) process.exitCode = 1;
}

function listOf({ gaps, undeclared }: ContractCoverage): string[] {
  return [
    ...undeclared.map((answer) => `not declared: ${answer}`),
    ...[...gaps].map(([name, answers]) => `${name}: ${answers.join(', ')}`),
  ];
}
