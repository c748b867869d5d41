import { lstatSync, readlinkSync, type Stats } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** More links than any system puts on one way: a ring of them has no end. */
const LINKS_MAXIMUM = 40;

/**
 * Whether no one but root decides what lies at this path: each folder, each link on the way and the thing itself is
 * root's, and others can write to none of them. A folder like /tmp, where each may take away only what is theirs, counts
 * as one on the way, but never for what is not there yet: anybody could put it there.
 */
export function isRootsOwn(path: string): boolean {
  const left = resolve(path).split('/').filter(Boolean);
  let here = '/';
  let isShared = false;
  for (let links = 0; ; ) {
    const found = lookAt(here);
    if (found === null) return !isShared;
    if (found.uid !== 0) return false;
    if (found.isSymbolicLink()) {
      links += 1;
      if (links > LINKS_MAXIMUM) return false;
      left.unshift(...resolve(dirname(here), readlinkSync(here)).split('/').filter(Boolean));
      here = '/';
      isShared = false;
      continue;
    }
    const othersWrite = (found.mode & 0o022) !== 0;
    isShared = othersWrite && found.isDirectory() && (found.mode & 0o1000) !== 0;
    if (othersWrite && !isShared) return false;
    const next = left.shift();
    if (next === undefined) return !isShared;
    here = join(here, next);
  }
}

/** Null: it is not there, or root itself may not look, as within a service that sees no homes. */
function lookAt(path: string): Stats | null {
  try {
    return lstatSync(path);
  } catch {
    return null;
  }
}
