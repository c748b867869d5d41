/** Who may import whom. Each rule's comment is what its violation prints. */

const APPS = '^apps/([^/]+)/';
/** Tests, galleries and what serves them may use anything that is installed. */
const NOT_PRODUCT = '[.](test|browser|system)[.]tsx?$|[.]test[.]tsx?$|/testing/|/gallery/|/browser/|[.]config[.]ts$';

/** A rule that a package's sources import no workspace but the ones named. */
function only(name, allowed) {
  const names = allowed.length === 0 ? 'no other workspace' : allowed.join(', ');
  return {
    name: `${name}-imports-only`,
    severity: 'error',
    comment: `packages/${name} may import ${names}. Move what both need down into the lower package.`,
    from: { path: `^packages/${name}/`, pathNot: NOT_PRODUCT },
    to: {
      path: '^(packages|apps)/',
      pathNot: [`^packages/${name}/`, ...allowed.map((other) => `^packages/${other}/`)],
    },
  };
}

/** A rule that a library is for the named folders alone. */
function reserved(library, folders, reason) {
  return {
    name: `${library}-only-where-it-belongs`,
    severity: 'error',
    comment: reason,
    from: { path: '^(apps|packages)/', pathNot: folders.map((folder) => `^${folder}/`) },
    to: { path: `(^|/)node_modules/(@types/)?${library}/` },
  };
}

const SERVER = '^apps/server/src';
/**
 * The rooms of the server, from the lowest up. Each may import those before it in this list, so that no two import each
 * other. What is no room stands above all of them: `main.ts` and what it starts.
 */
const ROOMS = [
  ...['protocols/saml', 'database', 'repositories'],
  ...['operations/counting', 'operations/metrics', 'operations/events'],
  ...['operations/extension-kit', 'operations/crypto', 'operations/log'],
  ...['operations/downloads', 'operations/storage', 'operations/backup', 'operations/config'],
  ...['context', 'protocols/entra', 'operations/outgoing', 'operations/tls', 'operations/doctor'],
  ...['operations/mail', 'protocols/oidc'],
  ...['subjects/audit', 'subjects/settings', 'subjects/policy', 'subjects/people', 'subjects/devices'],
  ...['subjects/applications', 'subjects/sign-in', 'subjects/support', 'subjects/access', 'subjects/companies'],
  ...['operations/set-up', 'command-line'],
  ...['http/connections', 'http/streams', 'http/pages', 'http/frame', 'http/limits', 'http/admin', 'http'],
  ...['trial/demo', 'trial/try-out'],
];
/** Folders of the server that every layer below the calls leaves alone. */
const TOP = ['http', 'command-line', 'trial'];

/** @param name a room, or a folder of rooms; of `http` as a room the files that lie in it alone */
const inRoom = (name) => (name === 'http' ? `${SERVER}/http/[^/]+$` : inFolder(name));
const inFolder = (name) => `${SERVER}/${name}/`;

/** A rule that a layer of the server imports none of the named folders. */
function layer(name, from, to, comment, except = []) {
  return {
    name: `server-${name}`,
    severity: 'error',
    comment,
    from: { path: from.map(inFolder), pathNot: [NOT_PRODUCT, ...except.map(inFolder)] },
    to: { path: to.map(inFolder) },
  };
}

const LAYERS = [
  layer(
    'database-knows-nothing-above',
    ['database'],
    ['repositories', 'context', 'subjects', 'protocols/(entra|oidc)', 'operations', ...TOP],
    'The database knows its tables only. What asks for rows belongs in a repository.',
  ),
  layer(
    'repositories-know-the-database-alone',
    ['repositories'],
    ['context', 'subjects', 'protocols', 'operations', ...TOP],
    'A repository reads and writes rows. What they mean is for the subject that calls it.',
  ),
  layer(
    'protocols-know-no-subject',
    ['protocols'],
    ['subjects', 'operations/set-up', ...TOP],
    'A protocol reads and writes messages. What it needs of a subject or of a page, its caller hands to it.',
  ),
  layer(
    'operations-know-no-http',
    ['operations'],
    TOP,
    'What runs the server knows none of its calls. Move what both need into operations.',
  ),
  layer(
    'operations-know-no-subject',
    ['operations'],
    ['subjects'],
    'Only set-up acts on subjects, as an administrator does. The others are tools that subjects use.',
    ['operations/set-up'],
  ),
  layer(
    'subjects-know-no-http',
    ['subjects', 'context'],
    TOP,
    'A subject answers with values. Requests, replies, cookies and pages are for http.',
  ),
  layer(
    'trial-is-left-alone',
    ['http', 'command-line'],
    ['trial'],
    'Nothing imports the trial but the files next to main.ts, which start it.',
  ),
  layer('command-line-knows-no-http', ['command-line'], ['http'], 'The command line asks the server by its calls.'),
];

/** A rule that a room imports no later one; what a layer forbids says so itself. */
function inOrder(room, index) {
  const later = ROOMS.slice(index + 1);
  const said = LAYERS.filter(({ from }) => isIn(from, room)).flatMap(({ to }) => to.path);
  return {
    name: 'server-rooms-in-order',
    severity: 'error',
    comment:
      'A room of the server imports only rooms that stand before it in ROOMS (.dependency-cruiser.cjs). Move what both need into the earlier one.',
    from: { path: inRoom(room), pathNot: NOT_PRODUCT },
    to: { path: later.map(inRoom), pathNot: said },
  };
}

function isIn({ path, pathNot }, room) {
  const file = `apps/server/src/${room}/a.ts`;
  const meets = (pattern) => new RegExp(pattern).test(file);
  return path.some(meets) && !pathNot.some(meets);
}

const PORTAL = '^apps/portal/src';
/** The rooms of the portal, from the lowest up, by the same rule. The files next to `main.tsx` put them together. */
const PORTAL_ROOMS = ['texts', 'first-title', 'adapters', 'hooks', 'screens', 'app', 'try-out'];
const inPortal = (room) => `${PORTAL}/${room}/`;

function inOrderOfPortal(room, index) {
  return {
    name: 'portal-rooms-in-order',
    severity: 'error',
    comment:
      'A room of the portal imports only rooms that stand before it in PORTAL_ROOMS (.dependency-cruiser.cjs). What a screen needs alone stands in its folder, what several need in hooks.',
    from: { path: inPortal(room), pathNot: NOT_PRODUCT },
    to: { path: [...PORTAL_ROOMS.slice(index + 1).map(inPortal), `${PORTAL}/[^/]+$`] },
  };
}

const CONSOLE = '^apps/console/src';
/** The rooms of the console, from the lowest up, by the same rule. */
const CONSOLE_ROOMS = ['texts', 'adapters', 'hooks', 'parts', 'frame', 'screens', 'app'];
const inConsole = (room) => `${CONSOLE}/${room}/`;

function inOrderOfConsole(room, index) {
  return {
    name: 'console-rooms-in-order',
    severity: 'error',
    comment:
      'A room of the console imports only rooms that stand before it in CONSOLE_ROOMS (.dependency-cruiser.cjs). What a page needs alone stands in its folder of screens, what several need in parts.',
    from: { path: inConsole(room), pathNot: NOT_PRODUCT },
    to: { path: [...CONSOLE_ROOMS.slice(index + 1).map(inConsole), `${CONSOLE}/[^/]+$`] },
  };
}

module.exports = {
  forbidden: [
    ...LAYERS,
    ...ROOMS.slice(0, -1).map(inOrder),
    ...PORTAL_ROOMS.map(inOrderOfPortal),
    ...CONSOLE_ROOMS.map(inOrderOfConsole),
    {
      name: 'console-rooms-are-named',
      severity: 'error',
      comment: 'A new room of the console gets its place in CONSOLE_ROOMS (.dependency-cruiser.cjs).',
      from: { path: `${CONSOLE}/`, pathNot: NOT_PRODUCT },
      to: { path: `${CONSOLE}/[^/]+/`, pathNot: [`${CONSOLE}/testing/`, ...CONSOLE_ROOMS.map(inConsole)] },
    },
    {
      name: 'console-imports-only',
      severity: 'error',
      comment: 'The console knows the gate by its calls: it may import contracts, texts, ui and web-shell.',
      from: { path: '^apps/console/', pathNot: [NOT_PRODUCT, `${CONSOLE}/screens/policy/`] },
      to: { path: '^packages/', pathNot: '^packages/(contracts|texts|ui|web-shell)/' },
    },
    {
      name: 'console-policy-imports-only',
      severity: 'error',
      comment: 'The page of the policy reads its text as the server does: by policy and checks (ADR 55).',
      from: { path: `${CONSOLE}/screens/policy/`, pathNot: NOT_PRODUCT },
      to: { path: '^packages/', pathNot: '^packages/(contracts|texts|ui|web-shell|policy|checks)/' },
    },
    reserved(
      '@tanstack',
      ['apps/console'],
      'TanStack Query is for the console (ADR 49); other pages have charts and reads.',
    ),
    {
      name: 'portal-rooms-are-named',
      severity: 'error',
      comment: 'A new room of the portal gets its place in PORTAL_ROOMS (.dependency-cruiser.cjs).',
      from: { path: `${PORTAL}/`, pathNot: NOT_PRODUCT },
      to: { path: `${PORTAL}/[^/]+/`, pathNot: [`${PORTAL}/testing/`, ...PORTAL_ROOMS.map(inPortal)] },
    },
    {
      name: 'server-tables-are-for-repositories',
      severity: 'error',
      comment: 'Calls and subjects ask a repository for rows, and know no table.',
      from: { path: ['subjects', 'context', 'http', 'command-line'].map(inFolder), pathNot: NOT_PRODUCT },
      to: { path: `${SERVER}/database/schema` },
    },
    {
      name: 'server-entry-stands-above',
      severity: 'error',
      comment: 'The files next to main.ts put the rooms together: no room imports them.',
      from: { path: `${SERVER}/[^/]+/`, pathNot: NOT_PRODUCT },
      to: { path: `${SERVER}/[^/]+$` },
    },
    {
      name: 'server-rooms-are-named',
      severity: 'error',
      comment: 'A new room of the server gets its place in ROOMS (.dependency-cruiser.cjs).',
      from: { path: '^apps/server/src/', pathNot: NOT_PRODUCT },
      to: { path: `${SERVER}/[^/]+/`, pathNot: [`${SERVER}/testing/`, ...ROOMS.map(inRoom)] },
    },
    {
      name: 'no-cycles',
      severity: 'error',
      comment: 'A circle of imports: move what both need into a third file.',
      from: {},
      to: { circular: true },
    },
    only('contracts', []),
    only('checks', ['contracts']),
    only('policy', ['contracts', 'checks']),
    only('flows', ['contracts', 'checks', 'policy']),
    only('device-keys', ['contracts']),
    only('ui', ['contracts']),
    only('texts', []),
    only('web-shell', ['texts', 'ui']),
    {
      name: 'packages-import-no-app',
      severity: 'error',
      comment: 'Packages never import applications.',
      from: { path: '^packages/' },
      to: { path: '^apps/' },
    },
    {
      name: 'apps-stay-apart',
      severity: 'error',
      comment: 'Applications never import each other: what two of them need belongs in a package.',
      from: { path: APPS, pathNot: '^apps/server/src/(command-line/|[^/]+/.*[.]test[.]ts)' },
      to: { path: '^apps/', pathNot: '^apps/$1/' },
    },
    {
      name: 'server-imports-one-app',
      severity: 'error',
      comment: 'The server’s own command line adds to apps/command-line. No other application is imported.',
      from: { path: '^apps/server/' },
      to: { path: '^apps/', pathNot: '^apps/(server|command-line)/' },
    },
    {
      name: 'command-line-imports-only',
      severity: 'error',
      comment:
        'apps/command-line knows the gate by its calls: it may import contracts, and nothing that reads the server.',
      from: { path: '^apps/command-line/', pathNot: NOT_PRODUCT },
      to: { path: '^packages/', pathNot: '^packages/contracts/' },
    },
    {
      name: 'testing-only-in-tests',
      severity: 'error',
      comment: 'Test helpers are for tests, journeys and benchmarks.',
      from: { path: '^(apps|packages)/', pathNot: [NOT_PRODUCT, '^packages/testing/'] },
      to: { path: ['^packages/testing/', '^(apps|packages)/.*/testing/'] },
    },
    {
      name: 'no-development-tools-in-sources',
      severity: 'error',
      comment: 'What is only in devDependencies is not there when the product runs: add it to the workspace it serves.',
      from: { path: '^(apps|packages)/[^/]+/src/', pathNot: NOT_PRODUCT },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['npm', 'type-only'], pathNot: 'node_modules/@types/' },
    },
    {
      name: 'no-undeclared-packages',
      severity: 'error',
      comment: 'The workspace does not list this package among its dependencies.',
      from: { path: '^(apps|packages)/[^/]+/src/', pathNot: NOT_PRODUCT },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'], pathNot: 'node_modules/@types/' },
    },
    {
      name: 'imports-resolve',
      severity: 'error',
      comment: 'This import leads nowhere.',
      from: {},
      to: { couldNotResolve: true },
    },
    reserved(
      'react',
      [
        ...['packages/ui', 'packages/texts', 'packages/web-shell', 'packages/testing'],
        ...['apps/portal', 'apps/accounts', 'apps/console'],
      ],
      'React lives in packages/ui, packages/texts, packages/web-shell and in the three web applications.',
    ),
    reserved(
      'xstate',
      ['packages/flows', 'packages/testing', 'apps/portal'],
      'Charts live in packages/flows; others use what it exports.',
    ),
  ],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    combinedDependencies: false,
    preserveSymlinks: false,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(apps|packages)/[^/]+/(dist|coverage)/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.mts', '.mjs', '.js', '.cjs', '.json', '.css', '.d.ts'],
    },
    moduleSystems: ['es6'],
  },
};
