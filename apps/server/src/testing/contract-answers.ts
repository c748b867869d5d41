import { type Call, CALLS } from '@vestibule/contracts';

/** Names the folder of one test run's records. Set by the global setup, and inherited by every test process. */
export const RECORD_FOLDER_VARIABLE = 'VESTIBULE_CONTRACT_RECORD';

export interface ContractCoverage {
  /** How many answers the contract declares, and how many of them were given. */
  readonly declared: number;
  readonly given: number;
  /** What no test produced: call by call, `200`, `403 account_disabled`. */
  readonly gaps: ReadonlyMap<string, readonly string[]>;
  /** What was given and is not declared, as recorded. */
  readonly undeclared: readonly string[];
}

/** Every answer that a row declares: `200`, `403 account_disabled`. */
export function declaredAnswers({ answers, refusals }: Call): string[] {
  return [...Object.keys(answers), ...Object.entries(refusals).map(([code, status]) => `${status} ${code}`)];
}

/** The path of a call as the server's routes write it: `/devices/:id`. */
export function routeOf({ path }: Call): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1');
}

/** Compares what the servers of a test run answered with the contract table. @param recorded lines of the recorder */
export function compareWithContract(recorded: Iterable<string>): ContractCoverage {
  const given = new Map<string, Set<string>>();
  for (const line of recorded) {
    const [method = '', path = '', ...answer] = line.split(' ');
    const route = `${method} ${path}`;
    given.set(route, (given.get(route) ?? new Set()).add(answer.join(' ')));
  }
  const gaps = new Map<string, string[]>();
  const undeclared: string[] = [];
  let declared = 0;
  let missing = 0;
  for (const [name, call] of Object.entries(CALLS) as [string, Call][]) {
    const route = `${call.method} ${routeOf(call)}`;
    const wanted = declaredAnswers(call);
    const got = given.get(route) ?? new Set();
    const gap = wanted.filter((answer) => !got.has(answer));
    declared += wanted.length;
    missing += gap.length;
    if (gap.length > 0) gaps.set(name, gap);
    undeclared.push(...[...got].filter((answer) => !isDeclared(call, answer)).map((answer) => `${route} ${answer}`));
  }
  return { declared, given: declared - missing, gaps, undeclared };
}

/** The server's answers, not the call's: at an address that is no company's, while its database is away, to a flood. */
const OF_THE_SERVER: readonly string[] = ['421 host_unknown', '429 too_many_attempts', '503 database_unreachable'];

function isDeclared(call: Call, answer: string): boolean {
  const [status = ''] = answer.split(' ');
  const isOfCall = declaredAnswers(call).includes(answer) || call.answers[Number(status)] !== undefined;
  return isOfCall || OF_THE_SERVER.includes(answer);
}
