import { join } from 'node:path';
import { updateCoverage } from './coverage.ts';

const mode = process.argv.includes('--check') ? 'check' : 'write';
const { ok, message } = updateCoverage(join(import.meta.dirname, '../..'), mode);
process[ok ? 'stdout' : 'stderr'].write(`${message}\n`);
process.exitCode = ok ? 0 : 1;
