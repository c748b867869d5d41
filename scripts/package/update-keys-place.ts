import { existsSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';

/** Where keys were made before they had a place of their own. */
const FORMER_PLACE = '.data/update-keys';
const FIRST_KEY = 'update-key-1.json';
/** Every data folder of a server holds it, and nothing else does. */
const MARK_OF_DATA_FOLDER = 'master.key';

/** A folder of the person who builds: in no data folder, in no repository, and in nothing that a server hands out. */
export function usualUpdateKeysFolder(home = homedir()): string {
  return join(home, '.vestibule-update-keys');
}

export interface KeysPlace {
  /** Where the update keys are to lie. */
  readonly folder: string;
  readonly isUsual: boolean;
  /** Where packages go, from where a server hands them out; null: nothing of the kind is made. */
  readonly outDir: string | null;
  /** The folder that the commands are typed in. */
  readonly here: string;
}

/** @returns why update keys cannot be kept there, with what to type; null: they can */
export function refuseKeysPlace({ folder, isUsual, outDir, here }: KeysPlace): string | null {
  const usual = usualUpdateKeysFolder();
  const former = resolve(here, FORMER_PLACE);
  if (isUsual && !existsSync(join(folder, FIRST_KEY)) && existsSync(join(former, FIRST_KEY))) {
    return `Your update keys lie in ${former}, where a server keeps its data. ${WHY}\n${moveTo(former, usual)}`;
  }
  const server = dataFolderAbove(folder);
  if (server !== null) {
    const move = existsSync(join(folder, FIRST_KEY))
      ? moveTo(folder, usual)
      : 'Name another folder: --update-keys FOLDER';
    return `${folder} lies in the data folder of a server (${server}). ${WHY}\n${move}`;
  }
  if (outDir !== null && isWithin(realPlace(folder), realPlace(outDir))) {
    return `${folder} lies where packages are handed out from (${outDir}). ${WHY}\nName another folder: --update-keys FOLDER`;
  }
  return null;
}

/** The data folder of a server on this computer; null: none was found where one would be. */
export function serverDataHere(here: string, serverKey: string | undefined): string | null {
  const places = [process.env['VESTIBULE_DATA'], '.data', serverKey === undefined ? undefined : dirname(serverKey)];
  const folders = places.flatMap((place) => (place === undefined || place === '' ? [] : [resolve(here, place)]));
  return folders.find((folder) => existsSync(join(folder, MARK_OF_DATA_FOLDER))) ?? null;
}

const WHY =
  'Who takes the server over must not find them: with a key they could give every computer any program. No backup of the server holds them either.';

function moveTo(from: string, to: string): string {
  return `Move them, best to a stick or another computer, or at least: mv ${from} ${to}\nThen name the folder with --update-keys; ${to} is found without.`;
}

function dataFolderAbove(folder: string): string | null {
  for (let above = realPlace(folder); ; above = dirname(above)) {
    if (existsSync(join(above, MARK_OF_DATA_FOLDER))) return above;
    if (dirname(above) === above) return null;
  }
}

/** Where a folder lies that may not be there yet: links above it are followed. */
function realPlace(folder: string): string {
  const path = resolve(folder);
  if (existsSync(path)) return realpathSync(path);
  return dirname(path) === path ? path : join(realPlace(dirname(path)), relative(dirname(path), path));
}

function isWithin(folder: string, above: string): boolean {
  const way = relative(above, folder);
  return way === '' || !(way.startsWith('..') || way.startsWith('/'));
}
