import { anyText } from '@vestibule/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isOnlyForAdministrators } from './windows-protection.ts';

const INSTALLER = 'S-1-5-80-956008885-3418522649-1831038044-1853292631-2271478464';

/** As Windows sets them up: the drive, Program Files, and a folder and a file made in there by an administrator. */
const DRIVE = `O:${INSTALLER}G:${INSTALLER}D:PAI(A;OICI;FA;;;BA)(A;OICI;FA;;;SY)(A;OICI;0x1200a9;;;BU)(A;OICIIO;SDGXGWGR;;;AU)(A;;LC;;;AU)`;
const PROGRAM_FILES = `O:${INSTALLER}G:${INSTALLER}D:PAI(A;;FA;;;${INSTALLER})(A;CIIO;GA;;;${INSTALLER})(A;;0x1301bf;;;SY)(A;OICIIO;GA;;;SY)(A;;0x1301bf;;;BA)(A;OICIIO;GA;;;BA)(A;;0x1200a9;;;BU)(A;OICIIO;GXGR;;;BU)(A;OICIIO;GA;;;CO)(A;;0x1200a9;;;AC)(A;OICIIO;GXGR;;;AC)`;
const OWN_FOLDER = `O:BAG:BAD:AI(A;OICIID;FA;;;SY)(A;OICIID;FA;;;BA)(A;OICIID;0x1200a9;;;BU)(A;OICIIOID;GA;;;CO)`;
const FILE = 'O:BAG:BAD:AI(A;ID;FA;;;SY)(A;ID;FA;;;BA)(A;ID;0x1200a9;;;BU)(A;ID;FRFX;;;AC)';
const above = [PROGRAM_FILES, DRIVE];

test('a program in Program Files is one that only administrators can change', () => {
  expect(isOnlyForAdministrators({ above, own: [OWN_FOLDER, FILE] })).toBe(true);
});

test.each([
  ['everybody may write to a file', FILE.replace('0x1200a9;;;BU', '0x1301bf;;;BU')],
  ['everybody may change a file, in letters', 'O:BAD:(A;;FA;;;BA)(A;;FRFW;;;WD)'],
  ['a person owns it', FILE.replace('O:BA', 'O:S-1-5-21-1-2-3-1001')],
  ['a person may do all', `${FILE}(A;;FA;;;S-1-5-21-1-2-3-1001)`],
  ['people may put files into the folder', OWN_FOLDER.replace('0x1200a9;;;BU', '0x1200ab;;;BU')],
  ['people may take over the folder', OWN_FOLDER.replace('0x1200a9;;;BU', 'WO;;;BU')],
  ['the whole list of rights is missing', 'O:BAG:BAD:NO_ACCESS_CONTROL'],
  ['there is no list of rights', 'O:BAG:BA'],
  ['a right is one that no one knows', 'O:BAD:(A;;ZZ;;;BU)'],
  ['a right has half a name', 'O:BAD:(A;;FRF;;;BU)'],
  ['an entry depends on a condition', 'O:BAD:(XA;;FA;;;BU;(@User.clearance))'],
  ['an entry is for an object', 'O:BAD:(OA;;FA;;;BU)'],
  ['a flag only looks like inherit-only', 'O:BAD:(A;CIOI;FA;;;BU)'],
])('where %s, it is open', (_, descriptor) => {
  expect(isOnlyForAdministrators({ above, own: [OWN_FOLDER, descriptor] })).toBe(false);
});

test('above the program, only what could put another folder in its place counts', () => {
  const open = (rights: string) =>
    isOnlyForAdministrators({ above: [`O:SYD:(A;;FA;;;SY)(A;;${rights};;;AU)`], own: [OWN_FOLDER] });
  expect(['LC', 'DCLC', '0x1200a9'].map(open)).toEqual([true, true, true]);
  expect(['DT', 'SD', 'WD', 'WO', 'GA', 'FA', '0x1301ff'].map(open)).toEqual(Array.from({ length: 7 }, () => false));
});

test('a denial opens nothing, and nothing at all is no protection', () => {
  expect(isOnlyForAdministrators({ above, own: ['O:BAD:(D;;FA;;;BU)(A;;FA;;;BA)'] })).toBe(true);
  expect(isOnlyForAdministrators({ above: [], own: [FILE] })).toBe(false);
  expect(isOnlyForAdministrators({ above, own: [] })).toBe(false);
});

test('no other text is protection', () => {
  fc.assert(
    fc.property(anyText(), (text) => {
      expect(isOnlyForAdministrators({ above, own: [OWN_FOLDER, text] })).toBe(false);
    }),
  );
});
