import { CommandFailure, EXIT_CODES, misuse } from './failure.ts';
import type { Run } from './run.ts';

const ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
/** As tables show ids. */
const ID_PART = /^[\da-f]{6,35}$/i;

function notFound(message: string): CommandFailure {
  return new CommandFailure(EXIT_CODES.refused, message);
}

/** The person with this login, or this id. */
export async function findPersonId(run: Run, login: string): Promise<string> {
  if (ID.test(login)) return login;
  const { people } = await run.ask('adminPeople', { query: { login } });
  const [person] = people;
  if (person === undefined) {
    throw notFound(`No one has the login ${login}. Look for people: vestibule person list --search TEXT`);
  }
  return person.id;
}

/** As a page shows a support code. */
const SUPPORT_CODE = /^[\da-z]{3}-?[\da-z]{3}$/i;

/** The person someone means by a login, an id, a name, an e-mail address, or by the code on a caller’s page. */
export async function findPerson(run: Run, text: string): Promise<string> {
  if (ID.test(text)) return text;
  // A name has blanks, which no login has.
  const byLogin = /\s/.test(text) ? [] : (await run.ask('adminPeople', { query: { login: text } })).people;
  const [one] = byLogin;
  if (one !== undefined) return one.id;
  const { people } = await run.ask('adminPeople', { query: { search: text, limit: '200' } });
  const wanted = text.toLowerCase();
  const found = people.filter(({ email, displayName }) =>
    [email, displayName].some((name) => name.toLowerCase() === wanted),
  );
  const [only, other] = found.length > 0 ? found : people;
  if (only !== undefined && other === undefined) return only.id;
  if (other !== undefined) {
    const logins = (found.length > 0 ? found : people).slice(0, 8).map(({ login }) => login);
    throw misuse(`Several people are meant by ${text}. Name one by the login: ${logins.join(', ')}`);
  }
  if (SUPPORT_CODE.test(text)) {
    const { person } = await run.ask('adminSupport', { parameters: { code: text } });
    return findPersonId(run, person.login);
  }
  throw notFound(`No one is called ${text}. Look for people: vestibule person list --search TEXT`);
}

interface Named {
  readonly id: string;
  /** By which the audit log names a computer. */
  readonly deviceId?: string;
}

/**
 * Finds what someone means by a name, or by the id or the first part of it that a table shows.
 * @param names of a row
 */
function pick<Row extends Named>(
  rows: readonly Row[],
  text: string,
  {
    what,
    list,
    names,
  }: { readonly what: string; readonly list: string; readonly names: (row: Row) => readonly (string | null)[] },
): Row {
  const wanted = text.toLowerCase();
  const isMeant = (id: string) =>
    id === wanted || (ID_PART.test(text) && id.replaceAll('-', '').startsWith(wanted.replaceAll('-', '')));
  // The id of the row comes first: what a computer calls itself is its own word.
  const found =
    [
      rows.filter(({ id }) => isMeant(id)),
      rows.filter(({ deviceId }) => deviceId !== undefined && isMeant(deviceId)),
      rows.filter((row) => names(row).some((name) => name?.toLowerCase() === wanted)),
    ].find((some) => some.length > 0) ?? [];
  const [first, second] = found;
  if (first === undefined) throw notFound(`There is no ${what} ${text}. See what there is: vestibule ${list}`);
  if (second !== undefined) {
    const ids = found.map(({ id }) => id.slice(0, 8)).join(', ');
    throw misuse(`${found.length} of them are called ${text}. Name one by its id: ${ids}`);
  }
  return first;
}

export async function findDevice(run: Run, text: string) {
  const query = { limit: '200', ...(ID_PART.test(text) || ID.test(text) ? {} : { search: text }) };
  const devices = [];
  for (let after: string | undefined; ; ) {
    const page = await run.ask('adminDevices', { query: { ...query, after } });
    devices.push(...page.devices);
    if (page.next === null) break;
    after = page.next;
  }
  return pick(devices, text, {
    what: 'computer',
    list: 'device list',
    names: ({ name, label }) => [name, label],
  });
}

export async function findApplicationId(run: Run, text: string): Promise<string> {
  const { applications } = await run.ask('adminApplications');
  return pick(applications, text, {
    what: 'application',
    list: 'application list',
    names: ({ name, entityId }) => [name, entityId],
  }).id;
}

export async function findSignInId(run: Run, text: string): Promise<string> {
  if (ID.test(text)) return text;
  const { signIns } = await run.ask('adminSignIns', { query: { search: text, limit: '200' } });
  return pick(signIns, text, { what: 'sign-in', list: 'sign-ins', names: () => [] }).id;
}

export async function findUpstreamId(run: Run, text: string): Promise<string> {
  const { upstreams } = await run.ask('adminUpstreams');
  return pick(upstreams, text, {
    what: 'identity provider',
    list: 'identity-provider list',
    names: ({ name }) => [name],
  }).id;
}

export async function findProvider(run: Run, text: string) {
  const { providers } = await run.ask('adminProviders');
  return pick(providers, text, {
    what: 'managed-service provider',
    list: 'provider list',
    names: ({ name }) => [name],
  });
}

export async function findTokenId(run: Run, text: string): Promise<string> {
  const { tokens } = await run.ask('adminTokens');
  const usable = tokens.filter(({ revokedAt }) => revokedAt === null);
  return pick(usable, text, { what: 'token', list: 'token list', names: ({ name }) => [name] }).id;
}

export async function findKeyId(run: Run, text: string): Promise<string> {
  const { keys } = await run.ask('adminKeys');
  // As the list shows it, where it is cut off.
  const beginning = text.toLowerCase().replace(/…$/, '');
  const byThumbprint = keys.filter(({ thumbprint }) => beginning !== '' && thumbprint.startsWith(beginning));
  const [only, other] = byThumbprint;
  if (only !== undefined && other === undefined) return only.id;
  if (other !== undefined)
    throw misuse(`${byThumbprint.length} keys begin with ${text}. Say more of it: vestibule key list`);
  return pick(keys, text, { what: 'key', list: 'key list', names: () => [] }).id;
}

export async function findGrantId(run: Run, text: string): Promise<string> {
  const { grants } = await run.ask('adminAccessGrants', { query: { isAll: 'true' } });
  return pick(grants, text, { what: 'grant', list: 'access list', names: () => [] }).id;
}

export async function findRequestId(run: Run, text: string): Promise<string> {
  const { requests } = await run.ask('adminAccessRequests');
  return pick(requests, text, { what: 'request', list: 'access requests', names: ({ login }) => [login] }).id;
}
