import { adminAddApplicationCall, type CallInput, isProtectedTarget } from '@vestibule/contracts';

/** How the gate gets to know an application. */
export const SOURCES = ['saml-metadata-url', 'saml-metadata', 'saml-record', 'oidc'] as const;
export type Source = (typeof SOURCES)[number];

/** In the order in which they stand. */
const FIELDS_OF = {
  'saml-metadata-url': ['url'],
  'saml-metadata': ['xml'],
  'saml-record': ['entityId', 'acsUrl'],
  oidc: ['redirectUris'],
} as const satisfies { readonly [source in Source]: readonly string[] };
export type Field = 'name' | 'startUrl' | (typeof FIELDS_OF)[Source][number];

export type Typed = { readonly [field in Field]: string };
export const NOTHING_TYPED: Typed = {
  name: '',
  startUrl: '',
  url: '',
  xml: '',
  entityId: '',
  acsUrl: '',
  redirectUris: '',
};

export type NewApplication = NonNullable<CallInput<typeof adminAddApplicationCall>['body']> & {
  readonly source: { readonly from: Source };
  readonly startUrl: string | null;
};

export interface ReadApplication {
  /** Null while something is wrong. */
  readonly application: NewApplication | null;
  readonly wrong: readonly Field[];
}

/** The fields of one way, in their order. */
export function fieldsOf(source: Source): readonly Field[] {
  return ['name', ...FIELDS_OF[source], 'startUrl'];
}

/** What was typed, as the call takes it, or which fields it would refuse. What a record says is judged by the server. */
export function readApplication(source: Source, typed: Typed): ReadApplication {
  const startUrl = typed.startUrl.trim() === '' ? null : typed.startUrl.trim();
  const body = { name: typed.name.trim(), startUrl, source: sourceOf(source, typed) };
  const read = adminAddApplicationCall.body.safeParse(body);
  const refused = read.success ? [] : read.error.issues.map(({ path }) => path);
  const isRefused = (field: Field) => refused.some((path) => path[0] === field || path[1] === field);
  const wrong = fieldsOf(source).filter((field) => isRefused(field) || isIncomplete(field, typed[field]));
  return wrong.length === 0 ? { application: body, wrong } : { application: null, wrong };
}

function sourceOf(from: Source, { url, xml, entityId, acsUrl, redirectUris }: Typed) {
  switch (from) {
    case 'saml-metadata-url':
      return { from, url: url.trim() };
    case 'saml-metadata':
      return { from, xml };
    case 'saml-record': {
      const answers = [{ url: acsUrl.trim(), index: 0, isDefault: true }];
      return { from, record: { entityId: entityId.trim(), acsUrls: answers } };
    }
    case 'oidc':
      return { from, record: { redirectUris: linesOf(redirectUris) } };
    default:
      return from satisfies never;
  }
}

/** Inside a record the call sees no fields. */
function isIncomplete(field: Field, value: string): boolean {
  if (field === 'entityId') return !/^\S+$/.test(value.trim());
  if (field === 'acsUrl') return !isProtectedTarget(value.trim());
  if (field !== 'redirectUris') return false;
  const lines = linesOf(value);
  return lines.length === 0 || !lines.every((line) => URL.canParse(line));
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
