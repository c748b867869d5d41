import { ALL_VALUES, type Answers, answersOf } from './modules.ts';
import type { Person } from './person.ts';
import type { Rule } from './stack.ts';

/** What has come of the rules so far. */
type Impression = 'none' | 'yes' | 'a yes that failed' | 'no';

/** Before a rule: what has come of the rules so far, and what it was where each substack began. */
interface Place {
  readonly at: number;
  readonly impression: Impression;
  readonly before: readonly Impression[];
}

/**
 * Whether rules of PAM let a person in who gives no secret: some way through them ends well without one.
 * @returns null where that hangs on what is not known
 */
export function opensWithoutSecret(rules: readonly Rule[], person: Person): boolean | null {
  const answers = rules.map((rule) => answersOfRule(rule, person));
  if (canEndWell(rules, (at) => answers[at]?.surely ?? [])) return true;
  return canEndWell(rules, (at) => [...(answers[at]?.surely ?? []), ...(answers[at]?.perhaps ?? [])]) ? null : false;
}

function answersOfRule({ kind, module, words }: Rule, person: Person): Answers {
  if (kind === 'refuses') return { surely: ['perm_denied'], perhaps: [] };
  return kind === 'unclear' ? { surely: [], perhaps: ALL_VALUES } : answersOf(module, words, person);
}

/** Every way through at once: of what is the same before a rule, the same comes. */
function canEndWell(rules: readonly Rule[], valuesAt: (at: number) => readonly string[]): boolean {
  const seen = new Set<string>();
  const ahead: Place[] = [{ at: 0, impression: 'none', before: ['none'] }];
  for (let place = ahead.pop(); place !== undefined; place = ahead.pop()) {
    const { at, impression, before } = place;
    const rule = rules[at];
    if (rule === undefined) {
      if (impression === 'yes') return true;
      continue;
    }
    const key = `${at} ${impression} ${before.slice(0, rule.level + 1).join()}`;
    if (seen.has(key)) continue;
    seen.add(key);
    if (rule.kind === 'opens') {
      const inside = [...before.slice(0, rule.level + 1), impression];
      ahead.push({ at: at + 1, impression, before: inside });
      continue;
    }
    const ways = new Set(
      valuesAt(at).map((value) => `${value === 'success'} ${value === 'ignore'} ${actionOf(rule, value)}`),
    );
    for (const way of ways) {
      const [isYes, isIgnored, action = ''] = way.split(' ');
      ahead.push(after(rules, place, { action, isYes: isYes === 'true', isIgnored: isIgnored === 'true' }));
    }
  }
  return false;
}

/** A rule whose words are not understood is taken for the most that it could be. */
function actionOf({ kind, actions }: Rule, value: string): string {
  if (kind !== 'unclear') return actions(value);
  return value === 'success' ? 'done' : 'ignore';
}

interface Way {
  readonly action: string;
  readonly isYes: boolean;
  readonly isIgnored: boolean;
}

function after(rules: readonly Rule[], { at, impression, before }: Place, { action, isYes, isIgnored }: Way): Place {
  const level = rules[at]?.level ?? 0;
  const on = (next: Impression, to = at + 1): Place => ({ at: to, impression: next, before });
  switch (action) {
    case 'ignore':
      return on(impression);
    case 'reset':
      return on(before[level] ?? 'none');
    case 'ok':
    case 'done': {
      const isFree = impression === 'none' || impression === 'yes';
      const next = isFree && !isIgnored ? (isYes ? 'yes' : 'a yes that failed') : impression;
      const isDecided = action === 'done' && (next === 'yes' || next === 'a yes that failed');
      return on(next, isDecided ? endOf(rules, at) : at + 1);
    }
    case 'bad':
    case 'die':
      return on('no', action === 'die' ? endOf(rules, at) : at + 1);
    default: {
      const { to, isShort } = passOver(rules, at, Number(action));
      return on(isShort ? 'no' : impression, to);
    }
  }
}

/** Behind what a rule at this place decides: the end of its substack, or of everything. */
function endOf(rules: readonly Rule[], at: number): number {
  const level = rules[at]?.level ?? 0;
  const end = rules.findIndex((rule, index) => index > at && rule.level < level);
  return end < 0 ? rules.length : end;
}

/**
 * Behind as many rules as are passed over; a substack counts as one with all that is in it. Where there are not that many,
 * libpam says no.
 */
function passOver(
  rules: readonly Rule[],
  at: number,
  count: number,
): { readonly to: number; readonly isShort: boolean } {
  const level = rules[at]?.level ?? 0;
  let to = at + 1;
  for (let left = count; left > 0; left--) {
    if ((rules[to]?.level ?? -1) < level) return { to, isShort: true };
    to++;
    while ((rules[to]?.level ?? -1) > level) to++;
  }
  return { to, isShort: false };
}
