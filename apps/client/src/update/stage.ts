import { createReadStream } from 'node:fs';
import { chmod, copyFile, link, mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { UPDATE_FILES_PATH, type UpdateFile } from '@vestibule/contracts';
import type { Web } from '../network/web.ts';
import { syncFolder } from '../system/atomic-file.ts';

export type Staged =
  | { readonly ok: true; readonly downloadedBytes: number }
  | { readonly ok: false; readonly code: 'unreachable' | 'file-wrong'; readonly detail: string };

/** A file that does not shrink is a little longer in gzip's form. */
const COMPRESSED_OVERHEAD = 1024;

/**
 * Puts a version together in a new folder: what this installation has already is taken from there, the rest is
 * downloaded. Every file is compared with the manifest as it lies on the disk afterwards.
 * @param from origin of the portal
 * @param known folder of the version that runs
 */
export async function stageVersion(
  folder: string,
  files: readonly UpdateFile[],
  { web, from, known }: { readonly web: Web; readonly from: string; readonly known: string },
): Promise<Staged> {
  await mkdir(folder, { recursive: true });
  let downloadedBytes = 0;
  for (const file of files) {
    const target = join(folder, file.path);
    await mkdir(dirname(target), { recursive: true });
    const own = join(known, file.path);
    const isKnown = await isFile(own, file);
    const isLinked =
      isKnown &&
      (await link(own, target).then(
        () => true,
        () => false,
      ));
    if (isKnown && !isLinked) await copyDown(own, target);
    if (!isKnown) {
      const fetched = await fetchFile(file, target, web, from);
      if (!fetched.ok) return fetched;
      downloadedBytes += fetched.downloadedBytes;
    }
    if (file.isProgram) await chmod(target, 0o755);
    // A second name for the file that was just compared is that file.
    if (!isLinked && !(await isFile(target, file))) return wrong(file);
  }
  for (const name of await readdir(folder, { recursive: true })) {
    const path = join(folder, name);
    if ((await stat(path)).isDirectory()) await syncFolder(path);
  }
  await syncFolder(folder);
  return { ok: true, downloadedBytes };
}

async function copyDown(source: string, target: string): Promise<void> {
  await copyFile(source, target);
  const file = await open(target, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

async function fetchFile(file: UpdateFile, target: string, web: Web, from: string): Promise<Staged> {
  const packed = `${target}.gz`;
  const url = new URL(`${UPDATE_FILES_PATH}/${file.sha256}.gz`, from);
  const downloaded = await web.download(url, packed, file.size + COMPRESSED_OVERHEAD);
  if (!downloaded.ok) {
    return downloaded.code === 'too-large'
      ? wrong(file)
      : { ok: false, code: 'unreachable', detail: downloaded.detail };
  }
  const [{ pipeline }, { createGunzip }] = await Promise.all([import('node:stream/promises'), import('node:zlib')]);
  const unpacked = await open(target, 'wx', 0o644);
  try {
    await pipeline(createReadStream(packed), createGunzip(), async (chunks: AsyncIterable<Buffer>) => {
      let size = 0;
      for await (const chunk of chunks) {
        size += chunk.length;
        // What unpacks to more than was announced is given up before it fills the disk.
        if (size > file.size) throw new Error('The file is larger than it was announced.');
        await unpacked.write(chunk);
      }
    });
    await unpacked.sync();
  } catch {
    return wrong(file);
  } finally {
    await unpacked.close();
    await rm(packed, { force: true });
  }
  return { ok: true, downloadedBytes: downloaded.size };
}

async function isFile(path: string, { size, sha256 }: UpdateFile): Promise<boolean> {
  const found = await stat(path).catch(() => null);
  if (found === null || !found.isFile() || found.size !== size) return false;
  const { createHash } = await import('node:crypto');
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) hash.update(chunk);
  return hash.digest('hex') === sha256;
}

function wrong({ path }: UpdateFile): Staged {
  return { ok: false, code: 'file-wrong', detail: `${path} is not what the manifest says it is.` };
}
