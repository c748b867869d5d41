import { copyFile, link, mkdir, readdir, stat } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';

/** Copies a folder; a large file in it, such as the runtime, which no test changes, by a second name. */
export async function copyLightly(from: string, to: string): Promise<void> {
  for (const entry of await readdir(from, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const source = join(entry.parentPath, entry.name);
    const target = join(to, relative(from, source));
    await mkdir(dirname(target), { recursive: true });
    await ((await stat(source)).size > 10_000_000 ? link(source, target) : copyFile(source, target));
  }
}
