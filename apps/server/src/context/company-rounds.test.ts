import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createCompanyRounds } from './company-rounds.ts';
import type { CompanyDirectory, ServerContext } from './server-context.ts';

const IDS = ['first', 'second', 'third'];

function openRounds() {
  const said: string[] = [];
  const broken = new Set<string>();
  const visited: string[] = [];
  const byId = async (id: string) => {
    if (broken.has(id)) throw new Error(`The settings of ${id} cannot be read.`);
    return { company: { id } } as ServerContext;
  };
  const companies = { byId } as CompanyDirectory;
  const logger = pino({}, { write: (line: string) => said.push(line) });
  const go = createCompanyRounds({ companies }, logger, 'a round failed');
  const round = () => go(IDS, async ({ company }) => visited.push(company.id));
  return { said, broken, visited, round };
}

test('a company that cannot be read keeps no other from its turn, and is logged once until it can be again', async () => {
  const { said, broken, visited, round } = openRounds();
  broken.add('second');
  for (let times = 0; times < 3; times += 1) await round();
  expect(visited).toEqual(['first', 'third', 'first', 'third', 'first', 'third']);
  expect(said).toHaveLength(1);
  expect(JSON.parse(said[0] ?? '')).toMatchObject({
    level: 50,
    companyId: 'second',
    msg: 'a round failed',
    err: { message: 'The settings of second cannot be read.' },
  });
  broken.delete('second');
  await round();
  expect(visited.filter((id) => id === 'second')).toHaveLength(1);
  broken.add('second');
  await round();
  expect(said).toHaveLength(2);
});

test('of two that fail each is logged', async () => {
  const { said, broken, round } = openRounds();
  broken.add('second').add('third');
  await round();
  broken.add('first');
  await round();
  expect(said.map((line): unknown => JSON.parse(line))).toMatchObject([
    { companyId: 'second' },
    { companyId: 'third' },
    { companyId: 'first' },
  ]);
});
