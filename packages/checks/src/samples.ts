import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OperatingSystem } from '@vestibule/contracts';

/**
 * An answer from the folder of samples next to a test. Those of Linux were recorded, those of macOS are written after
 * published descriptions (macos/samples/macos/README.md).
 */
export function readSample(folder: string, name: string, system: OperatingSystem = 'linux'): string {
  return readFileSync(join(folder, 'samples', system, name), 'utf8');
}
