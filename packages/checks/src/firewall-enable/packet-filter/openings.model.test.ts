import { propertyRuns } from '@vestibule/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { forIptables, writeIptables, writeNft } from '../testing/write-rules.ts';
import { madeIptables, madeTables, type MadeTable } from '../testing/made-rules.ts';
import { isOpenInModel } from '../testing/packet-model.ts';
import { writeNftJson } from '../testing/write-nft-json.ts';
import { parseSavedTables } from './iptables-save.ts';
import { parseNftRuleset } from './nft-ruleset.ts';
import { findOpenings, type Reach, type Verdict } from './openings.ts';
import type { Ruleset } from './rules.ts';

const reachOf = (name: string): Reach =>
  name === 'lo' || name.startsWith('wg') ? 'inside' : name === 'w*' ? 'unknown' : 'outside';

function verdictOf(ruleset: Ruleset | null): Verdict {
  if (ruleset === null) throw new Error('This is no ruleset.');
  return findOpenings(ruleset, ['ipv4', 'ipv6'], reachOf);
}

/** What is said of how many of the rulesets that keep others out. */
interface Count {
  closed: number;
  saidClosed: number;
  open: number;
  saidOpen: number;
}

function compare(tables: readonly MadeTable[], { openings, doubts }: Verdict, count: Count): void {
  const said = openings.length > 0 ? 'open' : doubts.length > 0 ? 'unknown' : 'closed';
  const isOpen = isOpenInModel(tables);
  if (isOpen) count.open++;
  else count.closed++;
  if (isOpen && said === 'open') count.saidOpen++;
  if (!isOpen && said === 'closed') count.saidClosed++;
  expect(said).not.toBe(isOpen ? 'closed' : 'open');
}

const RUNS = propertyRuns(1000);

test('rules of nftables: none that the model lets in passes, none that it keeps out fails', () => {
  const count: Count = { closed: 0, saidClosed: 0, open: 0, saidOpen: 0 };
  fc.assert(
    fc.property(madeTables, (tables) => {
      // As nft prints it back.
      const plain = writeNft(tables).replaceAll('  flags dormant;', '\tflags dormant');
      const beside = { plain, savedRules: () => null };
      compare(tables, verdictOf(parseNftRuleset(writeNftJson(tables), beside)), count);
    }),
    { numRuns: RUNS },
  );
  expect(count.saidClosed / count.closed).toBeGreaterThan(0.8);
});

test('rules of iptables: none that the model lets in passes, none that it keeps out fails', () => {
  const count: Count = { closed: 0, saidClosed: 0, open: 0, saidOpen: 0 };
  fc.assert(
    fc.property(madeIptables.map(forIptables), (tables) => {
      const parsed = tables.map((table) =>
        parseSavedTables(table.family === 'ip' ? 'ipv4' : 'ipv6', writeIptables(table)),
      );
      const all = parsed.flatMap((saved) => [...(saved?.values() ?? [])]);
      compare(tables, verdictOf({ tables: all, unread: [], isTracked: true }), count);
    }),
    { numRuns: RUNS },
  );
  expect(count.saidClosed / count.closed).toBeGreaterThan(0.8);
});
