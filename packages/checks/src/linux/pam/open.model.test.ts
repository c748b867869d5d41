import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createFakeSystem } from '../../fake-system.ts';
import { opensWithoutSecret } from './open.ts';
import type { Person } from './person.ts';
import { loadStack } from './stack.ts';

const person: Person = {
  ...{ name: 'nadia', id: 1000, groups: ['nadia'], isLocal: true, askedBy: 'root', isInSepermit: false },
};

/** A rule as it is made up here: what its control says of values, and what its module may return. */
interface MadeRule {
  readonly control: string;
  readonly module: string;
}
type Made = MadeRule | { readonly by: 'include' | 'substack' | '@include'; readonly inside: readonly Made[] };

/** libpam's own data: a list of handlers, each with its table of actions. */
interface Handler {
  readonly level: number;
  readonly isSubstack: boolean;
  readonly actions: Readonly<Record<string, string>>;
  readonly surely: readonly string[];
  readonly perhaps: readonly string[];
}

/** One value stands for all that no control here names. */
const VALUES = ['success', 'new_authtok_reqd', 'ignore', 'auth_err', 'user_unknown', 'authinfo_unavail', 'service_err'];
const FAILURES = VALUES.slice(3);
const MODULES: Readonly<Record<string, readonly [surely: readonly string[], perhaps: readonly string[]]>> = {
  'pam_permit.so': [['success'], []],
  'pam_deny.so': [['auth_err'], []],
  'pam_unix.so nullok': [['auth_err'], FAILURES],
  'pam_env.so': [['ignore'], FAILURES],
  'pam_made_up.so': [[], VALUES],
  ...Object.fromEntries(VALUES.map((value) => [`pam_debug.so auth=${value}`, [[value], []]])),
};
const WORDS: Readonly<Record<string, string>> = {
  required: 'success=ok new_authtok_reqd=ok ignore=ignore default=bad',
  requisite: 'success=ok new_authtok_reqd=ok ignore=ignore default=die',
  sufficient: 'success=done new_authtok_reqd=done default=ignore',
  optional: 'success=ok new_authtok_reqd=ok default=ignore',
};

function handlersOf(made: readonly Made[], level: number): readonly Handler[] {
  return made.flatMap((one): readonly Handler[] => {
    if ('by' in one) {
      if (one.by !== 'substack') return handlersOf(one.inside, level);
      const opens: Handler = { level, isSubstack: true, actions: {}, surely: [], perhaps: [] };
      return [opens, ...handlersOf(one.inside, level + 1)];
    }
    const said = (WORDS[one.control] ?? one.control.slice(1, -1)).split(' ').map((pair) => pair.split('='));
    const actions: Record<string, string> = {};
    const usual = said.find(([value]) => value === 'default')?.[1] ?? 'bad';
    for (const value of VALUES) actions[value] = said.find(([name]) => name === value)?.[1] ?? usual;
    const [surely = [], perhaps = []] = MODULES[one.module] ?? [];
    return [{ level, isSubstack: false, actions, surely, perhaps }];
  });
}

/** `_pam_dispatch_aux` of libpam 1.7 line by line, where each module returns what the table has for it. */
function dispatch(handlers: readonly Handler[], returned: readonly string[]): boolean {
  let impression = 'UNDEF';
  let status = 'perm_denied';
  const substates = new Map<number, { impression: string; status: string }>([[0, { impression, status }]]);
  let previous = 0;
  for (let h = 0; h < handlers.length; h++) {
    const { level, isSubstack, actions } = handlers[h] as Handler;
    if (previous < level) substates.set(level, { impression, status });
    previous = level;
    if (isSubstack) continue;
    const value = returned[h] ?? '';
    const action = actions[value] ?? 'bad';
    let isDecided = false;
    if (action === 'reset') ({ impression, status } = substates.get(level) ?? { impression, status });
    else if (action === 'ok' || action === 'done') {
      const mayChange = impression === 'UNDEF' || (impression === 'POSITIVE' && status === 'success');
      if (mayChange && value !== 'ignore') [impression, status] = ['POSITIVE', value];
      isDecided = action === 'done' && impression === 'POSITIVE';
    } else if (action === 'bad' || action === 'die') {
      if (impression !== 'NEGATIVE') [impression, status] = ['NEGATIVE', value === 'ignore' ? 'perm_denied' : value];
      isDecided = action === 'die';
    } else if (action !== 'ignore') {
      let left = Number(action);
      while (left > 0 && h + 1 < handlers.length && (handlers[h + 1]?.level ?? 0) >= level) {
        do h++;
        while (h + 1 < handlers.length && (handlers[h + 1]?.level ?? 0) > level);
        left--;
      }
      if (left > 0) [impression, status] = ['NEGATIVE', 'perm_denied'];
    }
    if (isDecided) while (h + 1 < handlers.length && (handlers[h + 1]?.level ?? 0) >= level) h++;
  }
  return status === 'success' && impression === 'POSITIVE';
}

/** Every combination of what the modules may return, one after the other. */
function someEndsWell(handlers: readonly Handler[], valuesOf: (handler: Handler) => readonly string[]): boolean {
  const walk = (returned: readonly string[]): boolean => {
    const next = handlers[returned.length];
    if (next === undefined) return dispatch(handlers, returned);
    return (next.isSubstack ? [''] : valuesOf(next)).some((value) => walk([...returned, value]));
  };
  return walk([]);
}

function modelOf(made: readonly Made[]): boolean | null {
  const handlers = handlersOf(made, 0);
  if (someEndsWell(handlers, ({ surely }) => surely)) return true;
  return someEndsWell(handlers, ({ surely, perhaps }) => [...new Set([...surely, ...perhaps])]) ? null : false;
}

function filesOf(made: readonly Made[], name: string, files: Record<string, string>): void {
  const lines = made.map((one, at) => {
    if (!('by' in one)) return `auth ${one.control} ${one.module}`;
    const inner = `${name}-${at}`;
    filesOf(one.inside, inner, files);
    return one.by === '@include' ? `@include ${inner}` : `auth ${one.by} ${inner}`;
  });
  files[`/etc/pam.d/${name}`] = `${lines.join('\n')}\n`;
}

const action = fc.constantFrom('ok', 'done', 'bad', 'die', 'ignore', 'reset', '1', '2', '3');
const brackets = fc
  .dictionary(fc.constantFrom(...VALUES.slice(0, -1), 'default'), action, { minKeys: 1, maxKeys: 4 })
  .map(
    (pairs) =>
      `[${Object.entries(pairs)
        .map((pair) => pair.join('='))
        .join(' ')}]`,
  );
const rule = fc.record({
  control: fc.oneof(fc.constantFrom(...Object.keys(WORDS)), brackets),
  module: fc.constantFrom(...Object.keys(MODULES).filter((name) => name !== 'pam_made_up.so')),
});
const { stack } = fc.letrec<{ stack: readonly Made[]; one: Made }>((tie) => ({
  stack: fc.array(tie('one'), { minLength: 1, maxLength: 4, depthIdentifier: 'pam' }),
  one: fc.oneof(
    { depthSize: 'small', maxDepth: 2, depthIdentifier: 'pam' },
    { weight: 4, arbitrary: rule },
    {
      weight: 1,
      arbitrary: fc.record({
        by: fc.constantFrom('include' as const, 'substack' as const, '@include' as const),
        inside: fc.array(tie('one'), { minLength: 1, maxLength: 3, depthIdentifier: 'pam' }),
      }),
    },
  ),
}));

async function answerTo(made: readonly Made[]) {
  const files: Record<string, string> = {};
  filesOf(made, 'login', files);
  const loaded = await loadStack(createFakeSystem({ files }), 'login');
  if (!loaded.ok) throw new Error(loaded.detail);
  return opensWithoutSecret(loaded.value?.rules ?? [], person);
}

const isSmall = (made: readonly Made[]) => handlersOf(made, 0).length <= 7;

test('rules whose modules are known are judged as libpam carries them out', async () => {
  const tried = fc.asyncProperty(stack.filter(isSmall), async (made) => {
    expect(await answerTo(made)).toBe(modelOf(made));
  });
  await fc.assert(tried, { numRuns: 1500 });
});

test('a module that no one knows turns no way in into a closed door', async () => {
  const unknown: Made = { control: 'sufficient', module: 'pam_made_up.so' };
  const tried = fc.asyncProperty(stack.filter(isSmall), fc.nat(6), async (made, at) => {
    const withUnknown = [...made.slice(0, at), unknown, ...made.slice(at)];
    const isOpen = someEndsWell(handlersOf(withUnknown, 0), ({ surely, perhaps }) => [...surely, ...perhaps]);
    expect((await answerTo(withUnknown)) === false).toBe(!isOpen);
  });
  await fc.assert(tried, { numRuns: 500 });
});
