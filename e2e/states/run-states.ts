import type { CheckType } from '@vestibule/contracts';
import type { BootedLinux } from '../support/booted-linux.ts';
import { IN_SESSION, openSession } from './desktop-session.ts';
import { type ReadBy, type Session, type State, type Step, stepsOf, type Subject } from './state.ts';

const MAKE_TIMEOUT_MS = 60_000;

/** What one reader said of one state. */
export interface Judged {
  readonly subject: string;
  readonly state: State;
  readonly isCounted: boolean;
  readonly readBy: ReadBy;
  /** Why it could not be made or taken back. */
  readonly problem: string | null;
  /** Only of the checks that the state is about. */
  readonly got: Readonly<Partial<Record<CheckType, string>>>;
  /** What was found, in words, for anyone who has to find out why. */
  readonly found: string;
}

interface Verdict {
  readonly state: string;
  readonly found: string;
}
type Verdicts = ReadonlyMap<string, Verdict>;

interface Turn {
  readonly subject: Subject;
  readonly step: Step;
}

/** Makes every state, one after the other in a lane and side by side over the lanes, and has each read. */
export async function runLanes(linux: BootedLinux, lanes: readonly (readonly Subject[])[]): Promise<readonly Judged[]> {
  await linux.write('/usr/bin/in-session', IN_SESSION, 0o755);
  for (const { name, prepare } of lanes.flat()) {
    const problem = await runShell(linux, prepare);
    if (problem !== null) throw new Error(`${name} could not be prepared: ${problem}`);
  }
  const turns = lanes.map((lane) =>
    lane.flatMap((subject) => stepsOf(subject).map((step): Turn => ({ subject, step }))),
  );
  const longest = Math.max(0, ...turns.map(({ length }) => length));
  const judged: Judged[] = [];
  let session = null as OpenedSession;
  for (let at = 0; at < longest; at++) {
    const now = turns.flatMap((lane) => lane[at] ?? []);
    const wanted = sessionOf(now);
    if (wanted?.start !== session?.wanted.start || wanted?.desktop !== session?.wanted.desktop) {
      await session?.close();
      session = wanted === null ? null : { wanted, ...(await openSession(linux, wanted)) };
    }
    const made = await Promise.all(now.map((turn) => makeState(linux, turn)));
    const readers = new Set(now.flatMap(({ step }) => readersOf(step.state)));
    const environment = session?.environment ?? {};
    const read = new Map(
      await Promise.all([...readers].map(async (one) => [one, await readAs(linux, one, environment)] as const)),
    );
    const takenBack = await Promise.all(made.map(({ undo }) => undo()));
    judged.push(...now.flatMap((turn, lane) => judgeTurn(turn, read, made[lane]?.problem ?? takenBack[lane] ?? null)));
  }
  await session?.close();
  return judged;
}

type OpenedSession = (Awaited<ReturnType<typeof openSession>> & { readonly wanted: Session }) | null;

function sessionOf(now: readonly Turn[]): Session | null {
  return now.map(({ subject, step }) => step.state.session ?? subject.session).find((one) => one !== undefined) ?? null;
}

function readersOf({ readBy }: State): readonly ReadBy[] {
  return readBy ?? ['service'];
}

interface Made {
  readonly problem: string | null;
  /** Puts everything back. @returns what went wrong; null when nothing did */
  readonly undo: () => Promise<string | null>;
}

async function makeState(linux: BootedLinux, { step: { state } }: Turn): Promise<Made> {
  const before = await Promise.all(
    Object.keys(state.files ?? {}).map(async (path) => [path, await linux.read(path).catch(() => null)] as const),
  );
  const put = async (files: Iterable<readonly [string, string | null]>) => {
    for (const [path, text] of files) await (text === null ? linux.remove(path) : linux.write(path, text));
  };
  await put(Object.entries(state.files ?? {}));
  return {
    problem: await runShell(linux, state.make),
    undo: async () => {
      const problem = await runShell(linux, state.undo);
      await put(before);
      return problem;
    },
  };
}

/** @returns what went wrong; null when nothing did */
async function runShell(linux: BootedLinux, script: string | undefined): Promise<string | null> {
  if (script === undefined) return null;
  const { code, stdout, stderr } = await linux.run(['sh', '-ec', script], { timeoutMs: MAKE_TIMEOUT_MS });
  return code === 0 ? null : `${script} gave ${code}: ${stdout}${stderr}`;
}

const CHECK = ['/opt/workplace/workplace', 'check', '--json', '--policy', '/etc/policy.yaml'];
/** Hides the reader's socket from the one process that follows. */
const WITHOUT_READER =
  'mount -t tmpfs tmpfs /run/workplace && exec setpriv --reuid=nadia --regid=nadia --init-groups "$@"';

async function readAs(
  linux: BootedLinux,
  readBy: ReadBy,
  environment: Readonly<Record<string, string>>,
): Promise<Verdicts> {
  const answer =
    readBy === 'root'
      ? await linux.run(CHECK)
      : readBy === 'service'
        ? await linux.run(CHECK, { user: 'nadia', environment })
        : await linux.run(['unshare', '--mount', 'sh', '-ec', WITHOUT_READER, 'sh', ...CHECK], {
            environment: { ...environment, HOME: '/home/nadia' },
          });
  return parseVerdicts(answer.stdout, answer.stderr);
}

/** @throws when the client gave none */
export function parseVerdicts(stdout: string, stderr: string): Verdicts {
  if (!stdout.startsWith('{')) throw new Error(`workplace check: ${stdout}${stderr}`);
  const { securityChecks } = JSON.parse(stdout) as {
    securityChecks: { checkType: string; state: string; checkMessage: string; evidence?: object }[];
  };
  return new Map(
    securityChecks.map(({ checkType, state, evidence }) => [
      checkType,
      { state, found: JSON.stringify(evidence ?? null) },
    ]),
  );
}

export function judgeTurn(
  { subject: { name }, step: { state, isCounted } }: Turn,
  read: ReadonlyMap<ReadBy, Verdicts>,
  problem: string | null,
): readonly Judged[] {
  const checks = Object.keys(state.expected) as CheckType[];
  return readersOf(state).map((readBy) => {
    const verdicts = read.get(readBy);
    return {
      subject: name,
      state,
      isCounted,
      readBy,
      problem,
      got: Object.fromEntries(checks.map((check) => [check, verdicts?.get(check)?.state ?? 'not reported'])),
      found: checks.map((check) => verdicts?.get(check)?.found ?? '').join(' '),
    };
  });
}
