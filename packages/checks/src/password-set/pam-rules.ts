/** Whom rules are asked about. */
export interface Person {
  readonly name: string;
  readonly id: number;
  readonly groups: readonly string[];
  /** In this computer's own list, not in a directory. */
  readonly isLocal: boolean;
}

/** A value that a module returns, by its name in a rule. */
type Value = 'success' | 'auth_err' | 'ignore';

interface Rule {
  /** What becomes of each return value: 'done', 'die', 'ok', 'bad', 'ignore', or how many rules are passed over. */
  readonly actionOf: (value: Value) => string;
  readonly module: string;
  readonly words: readonly string[];
}

/** What a module answers where no one has given a secret. */
type Answer = 'success' | 'failure' | 'ignored' | 'no answer' | 'not known';

const USUAL: Readonly<Record<string, readonly [success: string, other: string]>> = {
  required: ['ok', 'bad'],
  requisite: ['ok', 'die'],
  sufficient: ['done', 'ignore'],
  optional: ['ok', 'ignore'],
};

/** Modules that say yes without asking anything, at least to an ordinary person at a greeter, which root runs. */
const CONTENT = new Set(['permit', 'rootok', 'securetty', 'shells']);
/** Modules that only prepare or note something. */
const SILENT = new Set([
  ...['env', 'nologin', 'faildelay', 'group', 'cap', 'gnome_keyring', 'kwallet', 'kwallet5'],
  ...['keyinit', 'loginuid', 'limits', 'selinux', 'issue', 'motd', 'mail', 'echo', 'warn', 'debug'],
]);
/** Count wrong passwords, and say yes as long as there were not too many. */
const COUNTS = new Set(['faillock', 'tally2', 'tally']);
/** Modules whose answer depends on what is not read here. */
const NOT_READ = new Set(['access', 'listfile', 'time', 'exec', 'script', 'rhosts', 'python', 'userdb']);

/**
 * Whether rules of PAM let a person in who gives no secret: a path through them that ends well without one. A module that
 * is not named here asks for something of its own.
 * @returns null where that hangs on what is not known
 */
export function opensWithoutSecret(text: string, person: Person): boolean | null {
  const rules = rulesOf(text);
  const answers = rules.map((rule) => answerOf(rule, person));
  if (isOpen(rules, answers, [])) return true;
  return isOpen(rules, answers, ['success', 'failure']) ? null : false;
}

/** @param unknown what a module whose answer is not known may say; nothing where it counts as one that says no */
function isOpen(rules: readonly Rule[], answers: readonly Answer[], unknown: readonly Answer[]): boolean {
  const walk = (at: number, isContent: boolean): boolean => {
    const rule = rules[at];
    const answer = answers[at];
    if (rule === undefined || answer === undefined) return isContent;
    if (answer === 'no answer') return walk(at + 1, isContent);
    const possible = answer !== 'not known' ? [answer] : unknown.length > 0 ? unknown : (['failure'] as const);
    return possible.some((one) => {
      const isYes = one === 'success';
      const action = rule.actionOf(isYes ? 'success' : one === 'ignored' ? 'ignore' : 'auth_err');
      if (action === 'die' || action === 'bad') return false;
      if (action === 'done') return isYes || isContent;
      if (action === 'ok') return walk(at + 1, isYes || isContent);
      return walk(at + 1 + (/^\d+$/.test(action) ? Number(action) : 0), isContent || (isYes && action !== 'ignore'));
    });
  };
  return walk(0, false);
}

function rulesOf(text: string): readonly Rule[] {
  return text
    .replaceAll(/\\\r?\n/g, ' ')
    .split('\n')
    .flatMap((raw): readonly Rule[] => {
      const line = raw.replace(/#.*$/, '');
      // What another file says is looked at there; here it has not been asked.
      if (/^\s*@include\s+\S/.test(line)) return [ASKS];
      const parts = /^\s*-?auth\s+(\[[^\]]*\]|\S+)\s+(\S+)(.*)$/i.exec(line);
      if (parts === null) return [];
      const [, control = '', path = '', rest = ''] = parts;
      const module = /(?:^|\/)pam_(\w+)\.so$/.exec(path)?.[1] ?? '';
      const isElsewhere = /^(?:include|substack)$/i.test(control);
      return [isElsewhere ? ASKS : { actionOf: actionsOf(control), module, words: rest.trim().split(/\s+/) }];
    });
}

function actionsOf(control: string): Rule['actionOf'] {
  const usual = USUAL[control.toLowerCase()];
  if (usual !== undefined) return (value) => (value === 'ignore' ? value : value === 'success' ? usual[0] : usual[1]);
  const pairs = new Map(
    [...control.matchAll(/(\w+)\s*=\s*(\w+)/g)].map(([, value = '', action = '']) => [
      value.toLowerCase(),
      action.toLowerCase(),
    ]),
  );
  return (value) => pairs.get(value) ?? pairs.get('default') ?? 'bad';
}

const ASKS: Rule = { actionOf: actionsOf('required'), module: '', words: [] };

function answerOf({ module, words }: Rule, person: Person): Answer {
  if (CONTENT.has(module)) return 'success';
  if (SILENT.has(module)) return 'no answer';
  // After a wrong password it only counts: what becomes of that stands in its own rule.
  if (COUNTS.has(module)) return words.includes('authfail') ? 'ignored' : 'success';
  if (NOT_READ.has(module)) return 'not known';
  if (module === 'localuser') return person.isLocal ? 'success' : 'failure';
  if (module === 'wheel') return words.includes('trust') ? 'not known' : 'no answer';
  return module === 'succeed_if' ? conditionOf(words, person) : 'failure';
}

const FLAGS = new Set(['debug', 'use_uid', 'quiet', 'quiet_fail', 'quiet_success', 'audit', '']);

/** pam_succeed_if: every condition has to hold. */
function conditionOf(words: readonly string[], person: Person): Answer {
  const terms = words.filter((word) => !FLAGS.has(word));
  const holds: (boolean | null)[] = [];
  for (let at = 0; at < terms.length; at += 3) {
    const [field = '', operator = '', wanted = ''] = terms.slice(at, at + 3);
    holds.push(holdsFor(field, operator, wanted, person));
  }
  if (holds.includes(false)) return 'failure';
  return words.includes('use_uid') || holds.includes(null) ? 'not known' : 'success';
}

function holdsFor(field: string, operator: string, wanted: string, { name, id, groups }: Person): boolean | null {
  if (field === 'user') {
    const isMember = () => wanted.split(':').some((group) => groups.includes(group));
    switch (operator) {
      case '=':
        return name === wanted;
      case '!=':
        return name !== wanted;
      case 'in':
        return wanted.split(':').includes(name);
      case 'notin':
        return !wanted.split(':').includes(name);
      case 'ingroup':
        return isMember();
      case 'notingroup':
        return !isMember();
      default:
        return null;
    }
  }
  if (field !== 'uid' || !/^\d{1,10}$/.test(wanted)) return null;
  const number = Number(wanted);
  const compared: Readonly<Record<string, boolean>> = {
    eq: id === number,
    ne: id !== number,
    lt: id < number,
    le: id <= number,
    gt: id > number,
    ge: id >= number,
    '<': id < number,
    '<=': id <= number,
    '>': id > number,
    '>=': id >= number,
  };
  return compared[operator] ?? null;
}
