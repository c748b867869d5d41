import type { Violation } from './violation.ts';

const server = 'apps/server/src';

/** A file of a room that imports one which it must not. */
const planted = (app: string) => (what: string, file: string, target: string, rule: string) => ({
  what,
  file: `apps/${app}/src/${file}`,
  text: `import '${target}';\n`,
  found: new RegExp(`apps/${app}/src/${file.replaceAll('.', '\\.')} → [^[]*\\[${app}-${rule}\\]`),
});
const room = planted('server');
const portal = planted('portal');
const desk = planted('console');

/** Each of these is what another one imports, so that every path leads somewhere; the last ones lead out of the rooms. */
export const ROOM_PLANTS: readonly Violation[] = [
  room('a repository in the database', 'database/schema.ts', '../repositories/up.ts', 'database-knows-nothing-above'),
  room(
    'a subject in a repository',
    'repositories/up.ts',
    '../subjects/audit/up.ts',
    'repositories-know-the-database-alone',
  ),
  room('a call in a subject', 'subjects/audit/up.ts', '../../http/up.ts', 'subjects-know-no-http'),
  room('a table in a subject', 'subjects/policy/up.ts', '../../database/schema.ts', 'tables-are-for-repositories'),
  room('a table in a call', 'http/admin/up.ts', '../../database/schema.ts', 'tables-are-for-repositories'),
  room('a call in the context', 'context/up.ts', '../http/up.ts', 'subjects-know-no-http'),
  {
    what: 'a type of a later subject',
    file: `${server}/subjects/settings/up.ts`,
    text: `import type { A } from '../companies/up.ts';\nexport type B = A;\n`,
    found: /subjects\/settings\/up\.ts → [^[]*\[server-rooms-in-order\]/,
  },
  {
    what: 'a page in a subject, beside a type that may be had',
    file: `${server}/subjects/companies/up.ts`,
    text: `import '../../http/pages/up.ts';\nexport type A = string;\n`,
    found: /subjects\/companies\/up\.ts → [^[]*\[server-subjects-know-no-http\]/,
  },
  room('a subject in a protocol', 'protocols/oidc/up.ts', '../../subjects/audit/up.ts', 'protocols-know-no-subject'),
  room('a page in a protocol', 'protocols/saml/up.ts', '../../http/pages/up.ts', 'protocols-know-no-subject'),
  room('a call in operations', 'operations/log/up.ts', '../../http/up.ts', 'operations-know-no-http'),
  room(
    'a subject in operations',
    'operations/crypto/up.ts',
    '../../subjects/audit/up.ts',
    'operations-know-no-subject',
  ),
  room('a later tool in an earlier one', 'operations/storage/up.ts', '../tls/up.ts', 'rooms-in-order'),
  room('the trial in that later tool', 'operations/tls/up.ts', '../../trial/demo/up.ts', 'operations-know-no-http'),
  room('a call in set-up', 'operations/set-up/up.ts', '../../http/up.ts', 'operations-know-no-http'),
  room('a call in the command line', 'command-line/up.ts', '../http/up.ts', 'command-line-knows-no-http'),
  room('the trial in a call', 'http/up.ts', '../trial/demo/up.ts', 'trial-is-left-alone'),
  room('a call in the frame of all calls', 'http/frame/up.ts', '../up.ts', 'rooms-in-order'),
  room('the trial in a page', 'http/pages/up.ts', '../../trial/demo/up.ts', 'trial-is-left-alone'),
  room('a room without a place', 'trial/demo/up.ts', '../../cellar/up.ts', 'rooms-are-named'),
  room('what starts the server in a room', 'cellar/up.ts', '../start.ts', 'entry-stands-above'),
  desk('a page in the frame', 'frame/up.ts', '../screens/up.ts', 'rooms-in-order'),
  desk('the table of routes in a page', 'screens/up.ts', '../app/up.ts', 'rooms-in-order'),
  desk('what starts the console in a room', 'app/up.ts', '../main.ts', 'rooms-in-order'),
  {
    what: 'what starts the console',
    file: 'apps/console/src/main.ts',
    text: `import './attic/up.ts';\n`,
    found: /console\/src\/main\.ts → [^[]*\[console-rooms-are-named\]/,
  },
  {
    what: 'that room of the console',
    file: 'apps/console/src/attic/up.ts',
    text: 'export const a = 1;\n',
    found: /console\/src\/attic\/up\.ts/,
  },
  portal('a screen in the hooks', 'hooks/up.ts', '../screens/up.ts', 'rooms-in-order'),
  portal('the table of routes in a screen', 'screens/up.ts', '../app/up.ts', 'rooms-in-order'),
  portal('a try-out in the table of routes', 'app/up.ts', '../try-out/up.ts', 'rooms-in-order'),
  portal('a room of the portal without a place', 'try-out/up.ts', '../attic/up.ts', 'rooms-are-named'),
  portal('what starts the portal in a room', 'texts/up.ts', '../main.ts', 'rooms-in-order'),
  {
    what: 'what starts the portal',
    file: 'apps/portal/src/main.ts',
    text: `import './attic/up.ts';\n`,
    found: /portal\/src\/main\.ts → [^[]*\[portal-rooms-are-named\]/,
  },
  {
    what: 'that room',
    file: 'apps/portal/src/attic/up.ts',
    text: 'export const a = 1;\n',
    found: /attic\/up\.ts/,
  },
  {
    what: 'helpers of the server’s tests in what starts it',
    file: `${server}/start.ts`,
    text: `import './testing/help.ts';\n`,
    found: /src\/start\.ts → [^[]*testing\/help\.ts\n[^[]*\[testing-only-in-tests\]/,
  },
  {
    what: 'those helpers of the server’s tests',
    file: `${server}/testing/help.ts`,
    text: 'export const a = 1;\n',
    found: /testing\/help\.ts/,
  },
];
