/** Whom a word in an audit entry is of. */
export interface WordOwner {
  /** A person of ours. */
  readonly subjectId: string | null;
  /** An account at an identity provider, of a person who is not known yet or is known by it as well. */
  readonly upstreamId: string | null;
  readonly account: string | null;
}

/** A word that goes with the person whose it is: entries hold a reference to it. */
export class PersonalWord {
  readonly owner: WordOwner;
  readonly text: string;

  constructor(owner: WordOwner, text: string) {
    this.owner = owner;
    this.text = text;
  }
}

/** A sentence of ours that names people. */
export class PersonalSentence {
  readonly parts: readonly (string | PersonalWord)[];

  constructor(parts: readonly (string | PersonalWord)[]) {
    this.parts = parts;
  }
}

/** Who does something, or whom it is done to. Without an id: no person of ours, such as a token or the server itself. */
export interface Who {
  readonly id: string | null;
  readonly login: string;
}

/** A person, within the details of an entry. */
export function asWord({ id, login }: Who): PersonalWord | string {
  return id === null ? login : new PersonalWord(ofPerson(id), login);
}

export const ofPerson = (subjectId: string): WordOwner => ({ subjectId, upstreamId: null, account: null });

/** What people are called, where they are known, and what is said of them in free words. */
const OF_THE_PERSON: ReadonlySet<string> = new Set([
  'displayName',
  'email',
  'label',
  'login',
  'object',
  'reason',
  'subject',
]);

/** Where an entry names who did it once more. */
const OF_THE_ACTOR: ReadonlySet<string> = new Set(['approvedBy', 'takenFrom']);

type Details = Readonly<Record<string, unknown>>;

export interface DetailsOf {
  /** Whose the words are. Null: no one's that could be told. */
  readonly owner: WordOwner | null;
  /** Who did it: where they were, and where they are named, goes with them. */
  readonly actor: Who | null;
  /** Changes that are of a person by what they are called: each goes with that person. */
  readonly people?: ReadonlyMap<string, string> | undefined;
}

/**
 * Tells which words of the details are a person's, by the key they stand under. An id of a person says whose the words next
 * to it are.
 */
export function markWords(details: Details, of: DetailsOf): Record<string, unknown> {
  const owner = ownerIn(details, of.owner);
  const known = { ...of, owner };
  return Object.fromEntries(Object.entries(details).map(([key, value]) => [key, markValue(key, value, known)]));
}

function ownerIn({ personId, subject, object, upstreamId }: Details, outer: WordOwner | null): WordOwner | null {
  const account = textOf(subject) ?? textOf(object);
  const subjectId = textOf(personId) ?? outer?.subjectId ?? null;
  const provider = textOf(upstreamId) ?? (textOf(subject) === null ? null : (outer?.upstreamId ?? null));
  if (account !== null) return { subjectId, account, upstreamId: provider };
  return textOf(personId) === null ? outer : { subjectId, account: outer?.account ?? null, upstreamId: provider };
}

function markValue(key: string, value: unknown, of: DetailsOf): unknown {
  const { owner, actor } = of;
  if (isMarked(value) || key === 'settings') return value;
  if (actor !== null && actor.id !== null) {
    if (key === 'addresses') return markAll(value, ofPerson(actor.id));
    if (OF_THE_ACTOR.has(key) && value === actor.login) return asWord(actor);
  }
  if (key === 'changes' && Array.isArray(value)) {
    const changes: readonly unknown[] = value;
    return changes.map((change) => (isDetails(change) ? markChange(change, of) : change));
  }
  if (key === 'personId' && typeof value === 'string') return new PersonalWord(ofPerson(value), value);
  if (OF_THE_PERSON.has(key) && owner !== null) return markAll(value, owner);
  if (!isDetails(value) || Array.isArray(value)) return value;
  return markWords(value, of);
}

/** A change of a field of the person; or of a person, where it is called so. */
function markChange(change: Details, { owner, actor, people }: DetailsOf): Details {
  const { field, from, to } = change;
  const name = textOf(field);
  if (name === null) return change;
  const personId = people?.get(name);
  if (personId !== undefined) {
    const own = ofPerson(personId);
    return { ...change, field: new PersonalWord(own, name), from: markNames(from, own), to: markNames(to, own) };
  }
  if (actor !== null && OF_THE_ACTOR.has(name) && to === actor.login) return { ...change, to: asWord(actor) };
  if (!OF_THE_PERSON.has(name) || owner === null) return change;
  return { ...change, from: markAll(from, owner), to: markAll(to, owner) };
}

/** What an import changes of a person, or an exemption says of them. */
function markNames(value: unknown, owner: WordOwner): unknown {
  if (typeof value === 'string') return value === 'added' ? value : new PersonalWord(owner, value);
  if (!isDetails(value) || isMarked(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, OF_THE_PERSON.has(key) ? markAll(item, owner) : item]),
  );
}

/** Every text in it. */
function markAll(value: unknown, owner: WordOwner): unknown {
  if (typeof value === 'string') return value === '' ? value : new PersonalWord(owner, value);
  if (Array.isArray(value)) return value.map((item: unknown) => markAll(item, owner));
  if (!isDetails(value) || isMarked(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, markAll(item, owner)]));
}

function isMarked(value: unknown): boolean {
  return value instanceof PersonalWord || value instanceof PersonalSentence;
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

function isDetails(value: unknown): value is Details {
  return typeof value === 'object' && value !== null;
}
