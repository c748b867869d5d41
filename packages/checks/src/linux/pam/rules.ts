/** A line of a file of rules that is about asking who someone is. */
export type Line =
  | {
      readonly kind: 'module';
      readonly actions: Actions | null;
      readonly module: string;
      readonly words: readonly string[];
    }
  /** Another file's lines stand here; in a substack a decision ends only those. */
  | { readonly kind: 'include' | 'substack'; readonly file: string }
  /** Not a rule: PAM puts one that always says no in its place. */
  | { readonly kind: 'refuses' };

/** What becomes of each value that a module returns: ok, done, bad, die, ignore, reset, or how many rules are passed over. */
export type Actions = (value: string) => string;

const BAD: Readonly<Record<string, string>> = {
  success: 'ok',
  new_authtok_reqd: 'ok',
  ignore: 'ignore',
  default: 'bad',
};
const USUAL: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  required: BAD,
  requisite: { ...BAD, default: 'die' },
  sufficient: { success: 'done', new_authtok_reqd: 'done', default: 'ignore' },
  optional: { success: 'ok', new_authtok_reqd: 'ok', default: 'ignore' },
};
const OTHER_TYPES = ['account', 'password', 'session'];

/** The lines of one file that speak of `auth`, as libpam reads them. */
export function linesOf(text: string): readonly Line[] {
  return wholeLines(text).flatMap((line): readonly Line[] => {
    const [first = '', ...rest] = wordsOf(line);
    if (first.toLowerCase() === '@include') return [includeOf('include', rest[0])];
    const type = first.replace(/^-/, '').toLowerCase();
    if (OTHER_TYPES.includes(type)) return [];
    const [control, target, ...words] = rest;
    if (type !== 'auth' || control === undefined) return [{ kind: 'refuses' }];
    const kind = control.toLowerCase();
    if (kind === 'include' || kind === 'substack') return [includeOf(kind, target)];
    if (target === undefined) return [{ kind: 'refuses' }];
    const module = /(?:^|\/)pam_(\w+)\.so$/.exec(target)?.[1] ?? '';
    return [{ kind: 'module', actions: actionsOf(control), module, words }];
  });
}

function includeOf(kind: 'include' | 'substack', file: string | undefined): Line {
  return file === undefined ? { kind: 'refuses' } : { kind, file };
}

/** A remark ends its line, also where a backslash stands behind it; else a backslash has the next one go on. */
function wholeLines(text: string): readonly string[] {
  const lines: string[] = [];
  let begun = '';
  for (const raw of text.split('\n')) {
    // One that is empty or a remark does not end what goes on.
    if (/^\s*(?:#|$)/.test(raw)) continue;
    const [bare = ''] = raw.split('#');
    const goesOn = bare === raw ? /^(.*)\\\s*$/s.exec(bare) : null;
    begun += goesOn?.[1] ?? bare;
    if (goesOn !== null) {
      begun += ' ';
      continue;
    }
    lines.push(begun);
    begun = '';
  }
  return [...lines, begun].filter((line) => line.trim() !== '');
}

/** Words between blanks; one in square brackets is one word. */
function wordsOf(line: string): readonly string[] {
  return (line.match(/\[(?:\\.|[^\]\\])*\]|[^\s[]\S*|\[\S*/g) ?? []).map((word) =>
    /^\[.*\]$/s.test(word) ? word.slice(1, -1).replaceAll('\\]', ']') : word,
  );
}

/** @returns null for words that are not understood */
function actionsOf(control: string): Actions | null {
  const usual = USUAL[control.toLowerCase()];
  if (usual !== undefined) return (value) => usual[value] ?? usual['default'] ?? 'bad';
  const said = new Map<string, string>();
  const rest = control.replaceAll(
    /\s*([a-z_]+)\s*=\s*(ignore|ok|done|bad|die|reset|[1-9]\d{0,4})(?=\s|$)/g,
    (_, value: string, action: string) => {
      // What is named by itself counts more than the default, wherever that stands; of two, the later one.
      if (value !== 'default' || !said.has(value)) said.set(value, action);
      return '';
    },
  );
  if (rest.trim() !== '') return null;
  return (value) => said.get(value) ?? said.get('default') ?? 'bad';
}
