import { randomInt } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { createSimulatedDevice } from '@vestibule/testing';
import { freePort } from '@vestibule/testing/free-port';
import { startGateAt } from '../load/gate-process.ts';
import { startPostgresServer } from '../load/postgres-server.ts';
import { residentMb } from '../load/processor-time.ts';
import { enterPassword, loginOf, type Person, signInOnce } from '../load/sign-in.ts';
import { AlternatingConnection } from './alternating-connection.ts';
import { compareWithDatabase, type Unlost } from './unlost.ts';

const PEOPLE = 6;
/** A server is killed so long after the one before has begun again, at most. */
const LONGEST_CALM_MS = 2000;
const MS_PER_MINUTE = 60_000;
const SAMPLE_MS = 30_000;
/** Between two sign-ins of a person, where the memory is looked at. */
const MODERATE_MS = 500;
/** What ended with a server, or what a page begins again for. */
const ENDED = /ECONNRESET|EPIPE|socket hang up|This sign-in cannot go on|upload_unknown|report_replayed|permit_used/;

export interface Soaked extends Unlost {
  readonly acknowledged: number;
  /** Of each server, at each sample. */
  readonly memoryMb: readonly (readonly number[])[];
}

/**
 * Two servers and a PostgreSQL, people who sign in again and again, alternating between the servers.
 * @param kills how often one of the servers is ended by `kill -9`, at random moments
 * @param minutes how long it goes on without a kill, with a look at the memory each half minute
 */
export async function soak(kills: number, minutes: number, tell: (line: string) => void): Promise<Soaked> {
  const postgres = await startPostgresServer();
  const databaseUrl = await postgres.createDatabase();
  const ports = [await freePort(), await freePort()];
  const places = ports.map((port) => ({ host: '127.0.0.1', port, databaseUrl }));
  const gates = await startGateAt(places, `http://localhost:${ports[0]}`, { people: PEOPLE, isReportOnly: false });
  const acknowledged = new Set<string>();
  const unexpected: string[] = [];
  const over = new AbortController();
  const signInAgainAndAgain = async (index: number) => {
    const connection = new AlternatingConnection(ports, acknowledged);
    const person: Person = { login: loginOf(index), connection, device: await createSimulatedDevice() };
    await enterPassword(person, 'doorway-2026', null);
    while (!over.signal.aborted) {
      await signInOnce(person, gates.place, null).catch((error: unknown) => {
        const said = error instanceof Error ? error.message : String(error);
        if (!ENDED.test(said)) unexpected.push(said);
      });
      if (minutes > 0) await wait(MODERATE_MS);
    }
    connection.close();
  };
  try {
    const load = Promise.all(Array.from({ length: PEOPLE }, (_, index) => signInAgainAndAgain(index)));
    for (let kill = 1; kill <= kills; kill += 1) {
      await wait(randomInt(LONGEST_CALM_MS));
      await gates.killAndBegin(kill % 2);
      tell(`kill ${kill}: ${acknowledged.size} assertions so far`);
    }
    const memoryMb: number[][] = [];
    const end = Date.now() + minutes * MS_PER_MINUTE;
    while (Date.now() < end) {
      await wait(SAMPLE_MS);
      memoryMb.push(await Promise.all(gates.pids.map((pid) => residentMb(pid))));
      tell(`${acknowledged.size} assertions; MB: ${memoryMb.at(-1)?.join(', ')}`);
    }
    over.abort();
    await load;
    const { issued, problems } = await compareWithDatabase(databaseUrl, acknowledged);
    const others = [...new Set(unexpected)].map((said) => `A sign-in was answered: ${said.slice(0, 200)}`);
    return { issued, acknowledged: acknowledged.size, problems: [...problems, ...others], memoryMb };
  } finally {
    over.abort();
    await gates.stop();
    await postgres.stop();
  }
}
