import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A recorded answer from the `samples/linux` folder beside a test. */
export function readSample(folder: string, name: string): string {
  return readFileSync(join(folder, 'samples/linux', name), 'utf8');
}
