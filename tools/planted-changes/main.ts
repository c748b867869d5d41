import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readStatements } from '../spec-coverage/statements.ts';
import { countOf, type PlantedChange, readChanges, readReasons } from './read-changes.ts';
import { keyOf, render, type Result, type Results } from './render.ts';
import { type NamedTest, openTestBench, type TestBench } from './run-tests.ts';
import { makeThrowAwayCopy } from './throw-away-copy.ts';

const ROOT = join(import.meta.dirname, '../..');
const PAGE = join(ROOT, 'docs/planted-changes.md');
/** What ran before: a change that is as it was does not run again, unless --only or --all asks for it. */
const KEPT = join(ROOT, '.test-results/planted-changes.json');

/** The day on which all changes were run last. */
const ALL_RAN = join(ROOT, 'tools/planted-changes/all-ran.txt');

const USAGE = 'npm run planted-changes -- [--only S4.050[,S4] | --all | --write]';

function readKept(): Results {
  try {
    return JSON.parse(readFileSync(KEPT, 'utf8')) as Results;
  } catch {
    return {};
  }
}

function chosen(changes: readonly PlantedChange[], kept: Results): readonly PlantedChange[] {
  const [option, ids = ''] = process.argv.slice(2);
  const isNamed = ({ proofs }: PlantedChange) =>
    ids.split(',').some((id) => proofs.some(({ statement }) => statement.startsWith(id)));
  if (option === '--only' && ids !== '') return changes.filter(isNamed);
  if (option === '--all') return changes;
  if (option === '--write') return [];
  if (option !== undefined) throw new Error(USAGE);
  return changes.filter((change) => kept[keyOf(change)] === undefined);
}

async function plant(bench: TestBench, copy: string, change: PlantedChange): Promise<readonly Result[]> {
  const path = join(copy, change.file);
  const before = readFileSync(path, 'utf8');
  writeFileSync(
    path,
    before.replace(change.from, () => change.to),
  );
  bench.hasChanged(change.file);
  const tests = await bench.run({ ...wantedOf([change]), endsAtFirst: change.proofs.length === 1 });
  writeFileSync(path, before);
  bench.hasChanged(change.file);
  return change.proofs.map((proof) => judge(proof, tests));
}

function judge({ statement, test }: PlantedChange['proofs'][number], tests: readonly NamedTest[]): Result {
  const named = tests.filter(({ file, title }) => file === test && title.includes(statement));
  const failed = named.find(({ isPassed }) => !isPassed);
  const outcome = named.length === 0 ? 'did not begin' : failed === undefined ? 'survived' : 'failed';
  return { statement, test, outcome, title: failed?.title ?? null };
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Says once of each test file what fails in it as the code is: by failing it proves nothing. */
function createBaseline(bench: TestBench): (change: PlantedChange) => Promise<void> {
  const seen = new Set<string>();
  return async (change) => {
    const { files } = wantedOf([change]);
    const fresh = files.filter((file) => !seen.has(file));
    for (const file of fresh) seen.add(file);
    if (fresh.length === 0) return;
    const tests = await bench.run({ files: fresh, statements: [String.raw`\[S\d`], endsAtFirst: false });
    for (const { file, title, isPassed } of tests) if (!isPassed) say(`fails without any change: ${title} (${file})`);
  };
}

function wantedOf(changes: readonly PlantedChange[]) {
  const proofs = changes.flatMap((change) => change.proofs);
  const files = [...new Set(proofs.map(({ test }) => test))];
  return { files, statements: [...new Set(proofs.map(({ statement }) => statement))] };
}

const changes = readChanges();
const rotten = changes.filter((change) => countOf(ROOT, change) !== 1);
if (rotten.length > 0) process.stdout.write(`No longer once in its file:\n${rotten.map(keyOf).join('\n')}\n`);
let results = readKept();
const toRun = chosen(
  changes.filter((change) => !rotten.includes(change)),
  results,
);
if (toRun.length > 0) {
  const copy = makeThrowAwayCopy(ROOT);
  process.chdir(copy);
  const bench = await openTestBench(copy);
  try {
    const lookAtFirst = createBaseline(bench);
    for (const [index, change] of toRun.entries()) {
      await lookAtFirst(change);
      const outcome = await plant(bench, copy, change);
      results = { ...results, [keyOf(change)]: outcome };
      mkdirSync(join(ROOT, '.test-results'), { recursive: true });
      writeFileSync(KEPT, JSON.stringify(results));
      for (const { statement, test, outcome: what } of outcome)
        say(`${index + 1}/${toRun.length} ${what.padEnd(13)} ${statement} ${test}`);
    }
  } finally {
    await bench.close();
    process.chdir(ROOT);
    rmSync(copy, { recursive: true, force: true });
  }
}
const date = new Date().toISOString().slice(0, 'yyyy-mm-dd'.length);
const ran = toRun.length;
if (ran === changes.length) writeFileSync(ALL_RAN, `${date}\n`);
const allRan = readFileSync(ALL_RAN, 'utf8').trim();
const rendered = { statements: readStatements(ROOT), changes, reasons: readReasons(), results, date, ran, allRan };
writeFileSync(PAGE, render(rendered));
