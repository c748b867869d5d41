import { type Kind, KINDS } from './options.ts';
import { expectToRun } from './runtimes.ts';

/** Programs of Debian that some kinds are built with, and the package of Debian that has each. */
const WANTED: Readonly<Partial<Record<Kind, readonly [program: string, debian: string]>>> = {
  deb: ['dpkg-deb', 'dpkg'],
  linux: ['xz', 'xz-utils'],
  msi: ['wixl', 'wixl'],
  nsis: ['makensis', 'nsis'],
};

/**
 * Looks for every program before anything is built.
 * @param isThere whether a program can be started by its name
 * @throws Error that names all that is missing, how it is installed, and what can be built without it
 */
export async function expectPrograms(kinds: readonly Kind[], isThere = isInstalled): Promise<void> {
  const missing: { readonly kind: Kind; readonly program: string; readonly debian: string }[] = [];
  for (const kind of new Set(kinds)) {
    const [program, debian] = WANTED[kind] ?? [];
    if (program !== undefined && debian !== undefined && !(await isThere(program)))
      missing.push({ kind, program, debian });
  }
  if (missing.length === 0) return;
  const width = Math.max(...missing.map(({ program }) => program.length));
  const rest = kinds.filter((wanted) => !missing.some(({ kind }) => kind === wanted));
  const others = KINDS.filter((kind) => rest.includes(kind)).join(',');
  throw new Error(
    [
      `Nothing was built: ${missing.length === 1 ? 'a program is' : `${missing.length} programs are`} not installed here.`,
      ...missing.map(({ kind, program }) => `  ${program.padEnd(width)}  builds "${kind}"`),
      `Install ${missing.length === 1 ? 'it' : 'them'}: sudo apt-get install ${missing.map(({ debian }) => debian).join(' ')}`,
      ...(others === '' ? [] : [`Or build the others without: npm run package -- … --only ${others}`]),
    ].join('\n'),
  );
}

async function isInstalled(program: string): Promise<boolean> {
  try {
    await expectToRun('sh', ['-c', `command -v ${program}`]);
    return true;
  } catch {
    return false;
  }
}
