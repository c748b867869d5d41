import { existsSync, globSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import brotliSizes from '@size-limit/file';
import measure from 'size-limit';
import { type GateResult, judge } from './gate.ts';

interface Budget {
  readonly name: string;
  /** The built page whose first load is measured. */
  readonly page: string;
  readonly limit: string;
  /** The most that any one script of the application may have, those that come later included. */
  readonly largest?: string;
}

const BYTES_PER_KB = 1000;

/** What a page loads before it shows anything stays within `.size-limit.json`, measured compressed with Brotli. */
export async function checkSize(root: string): Promise<GateResult> {
  const budgets = JSON.parse(await readFile(join(root, '.size-limit.json'), 'utf8')) as Budget[];
  const results = await Promise.all(budgets.map((budget) => checkBudget(root, budget)));
  const seen = results.reduce((sum, result) => sum + result.files, 0);
  return judge('size', seen, results.flatMap(({ problem }) => problem ?? []).join('\n'));
}

async function checkBudget(
  root: string,
  budget: Budget,
): Promise<{ readonly files: number; readonly problem?: string }> {
  const page = join(root, budget.page);
  if (!existsSync(page)) return { files: 0, problem: `${budget.page} is not there: run "npm run build" first.` };
  const { files, missing } = await firstLoadScripts(page);
  if (missing.length > 0) return { files: 0, problem: `${budget.page} loads what is not there: ${missing.join(', ')}` };
  if (files.length === 0) return { files: 0, problem: `${budget.page} loads no script.` };
  const result = await measureWithoutChance(files);
  const limit = parseSize(budget.limit);
  if (result === undefined || result.size === undefined)
    return { files: 0, problem: `${budget.name} could not be measured.` };
  if (result.size > limit) {
    const found = `${(result.size / BYTES_PER_KB).toFixed(1)} kB`;
    return {
      files: files.length,
      problem: `${budget.name}: ${found} in ${files.length} files, allowed are ${budget.limit}.`,
    };
  }
  const problem = budget.largest === undefined ? null : await findLarger(dirname(page), budget.largest);
  return { files: files.length, ...(problem !== null && { problem }) };
}

/** A script of an application that is larger than any of it may be. */
async function findLarger(folder: string, largest: string): Promise<string | null> {
  for (const script of globSync('**/*.js', { cwd: folder }).toSorted()) {
    const size = (await measureWithoutChance([join(folder, script)]))?.size ?? 0;
    if (size > parseSize(largest)) {
      return `${script}: ${(size / BYTES_PER_KB).toFixed(1)} kB, allowed are ${largest} for one script. Load a part of it later.`;
    }
  }
  return null;
}

/**
 * Names of built files end in a hash of what is in them, and a hash compresses well or badly: a change of any screen would
 * move the sum by a hundred bytes either way. They are left out.
 */
async function measureWithoutChance(files: readonly string[]): Promise<{ readonly size?: number } | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'vestibule-size-'));
  try {
    const copies = files.map((file) => join(folder, basename(file)));
    for (const [index, copy] of copies.entries())
      await writeFile(copy, withoutChance(await readFile(files[index] ?? '', 'utf8')));
    const [result] = (await measure([brotliSizes], copies)) as readonly { readonly size?: number }[];
    return result;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export function withoutChance(code: string): string {
  return code.replaceAll(/(?<=[\w.]-)[\w-]{7,8}(?=\.(?:js|css)\b)/g, '00000000');
}

function parseSize(limit: string): number {
  const number = /^(\d+(?:\.\d+)?) kB$/.exec(limit)?.[1];
  if (number === undefined) throw new Error(`Write the limit as "130 kB", not "${limit}".`);
  return Number(number) * BYTES_PER_KB;
}

/** The scripts a built page names, and what those import in turn before they run. */
export async function firstLoadScripts(page: string): Promise<{ files: string[]; missing: string[] }> {
  const html = await readFile(page, 'utf8');
  const waiting = scriptTags(html).map((address) => fileOf(page, address));
  const files = new Set<string>();
  const missing = new Set<string>();
  for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
    if (files.has(file) || missing.has(file)) continue;
    if (!existsSync(file)) {
      missing.add(file);
      continue;
    }
    files.add(file);
    waiting.push(...staticImports(await readFile(file, 'utf8')).map((path) => join(dirname(file), path)));
  }
  return { files: [...files].toSorted(), missing: [...missing].toSorted() };
}

function scriptTags(html: string): string[] {
  const tags = html.match(/<(?:script|link)\b[^>]*>/g) ?? [];
  const loading = tags.filter((tag) => tag.startsWith('<script') || /rel="?modulepreload/.test(tag));
  return loading.flatMap((tag) => /(?:src|href)="?([^"\s>]+)/.exec(tag)?.[1] ?? []);
}

/** A page under `/device-check/` names `/device-check/assets/x.js`; the file lies in `assets` next to the page. */
function fileOf(page: string, address: string): string {
  const parts = address.split('/').filter((part) => part !== '' && part !== '.');
  const candidates = parts.map((_, index) => join(dirname(page), ...parts.slice(index)));
  return candidates.find((candidate) => existsSync(candidate)) ?? join(dirname(page), ...parts);
}

function staticImports(code: string): string[] {
  return [...code.matchAll(/(?:\bfrom|\bimport)\s*["'](\.{1,2}\/[^"']+\.js)["']/g)].flatMap((match) => match[1] ?? []);
}
