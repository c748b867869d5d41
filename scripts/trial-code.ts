import { resolve } from 'node:path';
import { codeOf } from '../packages/testing/src/authenticator-app.ts';
import { readKey, TRIAL_ADMINISTRATOR } from './demo/company/administrator.ts';
import { readStartOptions } from './demo/options.ts';

const STEP_MS = 30_000;

/** The code that the authenticator app of the trial's administrator shows now. */
const read = readStartOptions([], process.env);
const folder = resolve(import.meta.dirname, '..', read.kind === 'options' ? read.options.dataFolder : '.data');
const key = await readKey(folder);
if (key === null) {
  console.error(`There is no trial in ${folder}. Start it first: npm start`);
  process.exit(1);
}
const now = Date.now();
const left = Math.ceil((STEP_MS - (now % STEP_MS)) / 1000);
console.log(`${codeOf(key, new Date(now))}   for ${TRIAL_ADMINISTRATOR.login}, ${left} seconds`);
