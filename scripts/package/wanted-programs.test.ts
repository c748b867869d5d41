import { expect, test } from 'vitest';
import { KINDS } from './options.ts';
import { expectPrograms } from './wanted-programs.ts';

const without =
  (...missing: readonly string[]) =>
  async (program: string) =>
    !missing.includes(program);

test('all programs that are missing are named at once, with what installs them and what can be built without', async () => {
  await expect(expectPrograms(KINDS, without('wixl', 'makensis'))).rejects.toThrow(
    [
      'Nothing was built: 2 programs are not installed here.',
      '  wixl      builds "msi"',
      '  makensis  builds "nsis"',
      'Install them: sudo apt-get install wixl nsis',
      'Or build the others without: npm run package -- … --only deb,linux,macos,extension,update',
    ].join('\n'),
  );
});

test('a program is missed only for what it builds', async () => {
  await expectPrograms(['deb', 'linux', 'extension'], without('wixl', 'makensis'));
  await expect(expectPrograms(['msi'], without('wixl'))).rejects.toThrow(/a program is[^]*install wixl$/);
});

test('nothing is missed where all is there', async () => {
  await expectPrograms(KINDS, without());
});
