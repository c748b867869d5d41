import { start } from './start.ts';

await start(import.meta.filename, null);
