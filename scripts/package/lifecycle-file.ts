import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { LIFECYCLE, type Lifecycle, lifecycleSchema } from '@vestibule/checks';
import { signLifecycle, type SignUpdate, type UpdatePrivateKey } from '@vestibule/device-keys';

export const LIFECYCLE_FILE = 'lifecycle.json';

/**
 * Reads data on ends of support that an operator keeps themselves, in the form of the product's own.
 * @param file undefined: the product's own
 * @throws Error with a sentence
 */
export async function readLifecycle(file: string | undefined): Promise<Lifecycle> {
  if (file === undefined) return LIFECYCLE;
  let content: unknown;
  try {
    content = JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    throw new Error(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
  const read = lifecycleSchema.safeParse(content);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new Error(`${file} has another form, at ${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`);
}

/** Writes the signed file that servers take, whole or not at all. */
export async function makeLifecycleFile(
  path: string,
  lifecycle: Lifecycle,
  sign: readonly UpdatePrivateKey[] | SignUpdate,
): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(`${path}.new`, `${JSON.stringify(await signLifecycle(lifecycle, sign))}\n`);
  await rename(`${path}.new`, path);
}
