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

module.exports = {
  forbidden: [
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
      from: { path: APPS },
      to: { path: '^apps/', pathNot: '^apps/$1/' },
    },
    {
      name: 'testing-only-in-tests',
      severity: 'error',
      comment: 'packages/testing is for tests, journeys and benchmarks.',
      from: { path: '^(apps|packages)/', pathNot: [NOT_PRODUCT, '^packages/testing/'] },
      to: { path: '^packages/testing/' },
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
      ['packages/ui', 'packages/texts', 'packages/testing', 'apps/portal', 'apps/accounts', 'apps/console'],
      'React lives in packages/ui, packages/texts and in the three web applications.',
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
