import { freePort } from '@vestibule/testing/free-port';
import { administer } from '../../../e2e/support/administration.ts';
import { type Servers, startGateAt } from '../load/gate-process.ts';
import { startPostgresServer } from '../load/postgres-server.ts';
import { type Figure, summarise } from '../statistics.ts';
import type { CompanySize } from './fill-company.ts';

/** The company that the figures of the console are for. */
export const LARGE: CompanySize = { people: 20_000, devices: 100_000, signIns: 300_000, auditEntries: 1_000_000 };

/** Who signs in, in turn, while the pages are looked at. */
export const LIVE_PEOPLE = 144;

/** A gate on PostgreSQL with a large company in it. */
export interface LargeGate {
  readonly url: string;
  readonly port: number;
  readonly dataFolder: string;
  readonly place: Servers['place'];
  stop(): Promise<void>;
}

export async function startLargeGate(size: CompanySize = LARGE): Promise<LargeGate> {
  const postgres = await startPostgresServer();
  try {
    const port = await freePort();
    const url = `http://localhost:${port}`;
    const place = { host: '127.0.0.1', port, databaseUrl: await postgres.createDatabase() };
    const gates = await startGateAt([place], url, { people: LIVE_PEOPLE, isReportOnly: false, size });
    const stop = async () => {
      await gates.stop();
      await postgres.stop();
    };
    return { url, port, dataFolder: gates.dataFolder, place: gates.place, stop };
  } catch (error) {
    await postgres.stop();
    throw error;
  }
}

const LISTS = [
  ['computers', 'devices', ['verdict=stopped', 'system=macos', 'search=LT-0421', 'sort=name']],
  ['people', 'people', ['verdict=stopped', 'search=keller', 'group=group-7']],
  ['sign-ins', 'sign-ins', ['outcome=stopped', 'checkType=FirewallEnable', 'outcome=access']],
  ['audit', 'audit', ['outcome=refused', 'action=person', 'actor=p000777']],
] as const;

/** Asks over HTTP as the page does, and says how long each took, in milliseconds. */
export async function measureLists({ url, dataFolder }: LargeGate, runs: number): Promise<readonly Figure[]> {
  const { ask } = await administer(dataFolder);
  const { token } = await ask('adminCreateToken', { body: { name: 'figures', role: 'administrator', days: 1 } });
  const get = async (path: string): Promise<{ readonly ms: number; readonly next: string | null }> => {
    const begin = performance.now();
    const answer = await fetch(`${url}/api/admin/v1/${path}`, { headers: { authorization: `Bearer ${token}` } });
    const body = (await answer.json()) as { readonly next?: string | null };
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${JSON.stringify(body)}`);
    return { ms: performance.now() - begin, next: body.next ?? null };
  };
  const figures: Figure[] = [];
  for (const [name, path, filters] of LISTS) {
    const [first, next, filter]: [number[], number[], number[]] = [[], [], []];
    for (let run = 0; run < runs; run += 1) {
      let page = await get(path);
      first.push(page.ms);
      for (let turn = 0; turn < 3 && page.next !== null; turn += 1) {
        page = await get(`${path}?after=${encodeURIComponent(page.next)}`);
        next.push(page.ms);
      }
      for (const one of filters) filter.push((await get(`${path}?${one}`)).ms);
    }
    figures.push(
      summarise(`${name}: first rows`, 'ms', { p95AtMost: 300 }, first),
      summarise(`${name}: next page`, 'ms', { p95AtMost: 150 }, next),
      summarise(`${name}: filter change`, 'ms', { p95AtMost: 300 }, filter),
    );
  }
  return figures;
}
