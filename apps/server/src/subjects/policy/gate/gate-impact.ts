import {
  type ADMIN_CALLS,
  CHECK_TYPES,
  type GateImpact,
  PAGE_STANDARD,
  STOPPED_KINDS,
  type StoppedKind,
} from '@vestibule/contracts';
import type * as z from 'zod/mini';
import { isRefusal, type Refusal, refuse, type ServerContext } from '../../../context/server-context.ts';
import { DECIDING } from '../impact/counted-by.ts';
import { type Found, isNew, judgeChange, type JudgedChange } from '../impact/judged-change.ts';
import { summarizeImpact } from '../impact/policy-impact.ts';
import { gateStateOf } from './gate-state.ts';
import { policyFor } from './stage-scope.ts';
import { readStages } from './stages.ts';

type PeopleQuery = z.infer<(typeof ADMIN_CALLS)['adminGateImpactPeople']['query']>;
type PeopleAnswer = z.infer<(typeof ADMIN_CALLS)['adminGateImpactPeople']['answers'][200]>;
type StoppedPerson = PeopleAnswer['people'][number];

/** What was judged, with the people behind its numbers, by login. */
interface JudgedImpact {
  readonly said: GateImpact;
  readonly people: readonly StoppedPerson[];
}

const EVERYBODY = { groups: [], percentage: null, applications: [] } as const;
const KEPT_FOR_MS = 600_000;
const MAXIMUM_KEPT = 8;

/**
 * What was judged last, so that the people behind a number are those it counted. One that is old, or of a gate, a policy or
 * settings of before, is judged again.
 */
export class JudgedImpacts {
  readonly #kept = new Map<string, JudgedImpact>();

  /** Judges now whom the policy would newly stop, if it was enforced for a stage, or, without one, for everyone. */
  async judge(context: ServerContext, stage?: number): Promise<GateImpact | Refusal<'not_found' | 'not_possible'>> {
    const judged = await this.#judge(context, stage);
    return isRefusal(judged) ? judged : judged.said;
  }

  /** The people behind the numbers, a page at a time. */
  async list(
    context: ServerContext,
    query: PeopleQuery,
  ): Promise<PeopleAnswer | Refusal<'not_found' | 'not_possible'>> {
    const stage = query.stage === undefined ? undefined : Number(query.stage);
    const kept = this.#kept.get(await keyOf(context, stage));
    const isFresh = kept !== undefined && context.now().getTime() - Date.parse(kept.said.judgedAt) < KEPT_FOR_MS;
    const judged = isFresh ? kept : await this.#judge(context, stage);
    if (isRefusal(judged)) return judged;
    const { kind, checkType, after } = query;
    const wanted = judged.people.filter(
      (person) =>
        (kind === undefined || person.kind === kind) && (checkType === undefined || person.checks.includes(checkType)),
    );
    const rest = after === undefined ? wanted : wanted.filter(({ login }) => isBefore(after, login));
    const limit = Number(query.limit ?? PAGE_STANDARD);
    const page = rest.slice(0, limit);
    return {
      judgedAt: judged.said.judgedAt,
      people: [...page],
      total: wanted.length,
      next: rest.length > limit ? (page.at(-1)?.login ?? null) : null,
    };
  }

  async #judge(
    context: ServerContext,
    stage: number | undefined,
  ): Promise<JudgedImpact | Refusal<'not_found' | 'not_possible'>> {
    const scope = stage === undefined ? EVERYBODY : (await readStages(context))[stage - 1];
    if (scope === undefined) return refuse('not_found', `There is no stage ${stage}: vestibule gate stage list`);
    const loaded = policyFor(context.policy, scope);
    if (loaded === null) {
      return refuse(
        'not_possible',
        'The text of the policy says enforceFor in a way that cannot be changed by itself.',
      );
    }
    const isOpen = gateStateOf(context).state === 'observing';
    const change = await judgeChange(context, loaded.policy, isOpen ? null : context.policy.policy);
    const people = peopleIn(change);
    const judged = { said: await say(context, change, people), people };
    if (this.#kept.size >= MAXIMUM_KEPT) this.#kept.clear();
    this.#kept.set(await keyOf(context, stage), judged);
    return judged;
  }
}

const isBefore = (left: string, right: string) => left < right;

/** Everything but reports, computers and people that an impact depends on. */
async function keyOf(context: ServerContext, stage: number | undefined): Promise<string> {
  const { company, configuration, policy } = context;
  const scope = stage === undefined ? null : ((await readStages(context))[stage - 1] ?? null);
  const deciding = DECIDING.map((name) => configuration[name]);
  return JSON.stringify([company.id, policy.version, gateStateOf(context).state, deciding, stage, scope]);
}

/** Who would be newly stopped now, each once. */
function peopleIn({ found, reach }: JudgedChange): StoppedPerson[] {
  const byPerson = new Map<string, Found[]>();
  for (const entry of found.filter((one) => isNew(one, one.is))) {
    const { id } = entry.past.person;
    byPerson.set(id, [...(byPerson.get(id) ?? []), entry]);
  }
  const unseen = (kind: StoppedKind) => (person: { id: string; login: string; displayName: string }) => ({
    ...whoIs(person),
    kind,
    checks: [],
    computers: [],
  });
  return [
    ...[...byPerson.values()].flatMap(ofPerson),
    ...reach.neverSeen.map(unseen('never-seen')),
    ...reach.notSeenLately.map(unseen('not-seen-lately')),
  ].toSorted((left, right) => (isBefore(left.login, right.login) ? -1 : 1));
}

function ofPerson(found: readonly Found[]): StoppedPerson[] {
  const [first] = found;
  if (first === undefined) return [];
  const stopping = new Set(found.flatMap(({ is }) => is.checks));
  return [
    {
      ...whoIs(first.past.person),
      kind: found.every(({ is }) => is.isFixableAlone) ? 'fix-alone' : 'need-help',
      checks: CHECK_TYPES.filter((type) => stopping.has(type)),
      computers: found.map(({ past }) => past.device.label ?? past.device.name),
    },
  ];
}

const whoIs = ({ id, login, displayName }: { id: string; login: string; displayName: string }) => ({
  personId: id,
  login,
  displayName,
});

async function say(
  context: ServerContext,
  change: JudgedChange,
  people: readonly StoppedPerson[],
): Promise<GateImpact> {
  const countOf = (kind: StoppedKind, list = people) => list.filter((person) => person.kind === kind).length;
  return {
    judgedAt: context.now().toISOString(),
    stopped: STOPPED_KINDS.map((kind) => ({ kind, people: countOf(kind) })),
    byCheck: CHECK_TYPES.map((checkType) => {
      const stopped = people.filter(({ checks }) => checks.includes(checkType));
      return {
        checkType,
        people: stopped.length,
        fixAlone: countOf('fix-alone', stopped),
        needHelp: countOf('need-help', stopped),
      };
    }).filter(({ people: count }) => count > 0),
    impact: await summarizeImpact(context, change),
  };
}
