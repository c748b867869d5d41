import { adminAddPersonCall } from '@vestibule/contracts';

/** In the order in which they stand. */
export const FIELDS = ['displayName', 'email', 'login', 'type', 'groups'] as const;
export type Field = (typeof FIELDS)[number];

export const STANDARD_TYPE = 'employee';
export const NOTHING_TYPED: Typed = { displayName: '', email: '', login: '', type: STANDARD_TYPE, groups: '' };

export type Typed = { readonly [field in Field]: string };

export interface NewPerson {
  readonly login: string;
  readonly displayName: string;
  readonly email: string;
  readonly type: string;
  readonly groups: string[];
}

export interface ReadPerson {
  /** Null while something is wrong. */
  readonly person: NewPerson | null;
  readonly wrong: readonly Field[];
}

/** What was typed, as the call takes it, or which fields it would refuse. */
export function readPerson({ groups, email, ...typed }: Typed): ReadPerson {
  const names = groups.split(',').map((group) => group.trim());
  const read = adminAddPersonCall.body.safeParse({
    ...typed,
    email: email.trim(),
    groups: [...new Set(names)].filter((group) => group !== ''),
  });
  if (read.success) return { person: read.data, wrong: [] };
  return { person: null, wrong: FIELDS.filter((field) => read.error.issues.some(({ path }) => path[0] === field)) };
}
