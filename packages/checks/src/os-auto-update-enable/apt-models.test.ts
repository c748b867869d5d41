import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isAllowed, leavesOutMost } from './apt-origins.ts';
import { parseLines, parseStanzas, type Release } from './apt-releases.ts';
import { createFakeApt, GOOD_DUMP } from './fake-apt.ts';
import { linuxAutomaticUpdates } from './linux.ts';

const DISTRIBUTION = { id: 'Debian', codename: 'bookworm', release: '12' };

/** Python's fnmatch, letter by letter, written apart from the reader. */
function fnmatch(text: string, glob: string): boolean {
  if (glob === '') return text === '';
  const [first = '', ...others] = glob;
  const rest = others.join('');
  if (first === '*') return fnmatch(text, rest) || (text !== '' && fnmatch(text.slice(1), glob));
  if (text === '') return false;
  if (first === '?') return fnmatch(text.slice(1), rest);
  const end = rest.indexOf(']', rest.startsWith('!]') ? 2 : rest.startsWith('!') || rest.startsWith(']') ? 1 : 0);
  if (first === '[' && end > 0) {
    const inside = rest.slice(0, end);
    const isNot = inside.startsWith('!');
    const letters = isNot ? inside.slice(1) : inside;
    if (letters !== '')
      return letters.includes(text.slice(0, 1)) !== isNot && fnmatch(text.slice(1), rest.slice(end + 1));
  }
  return first === text.slice(0, 1) && fnmatch(text.slice(1), rest);
}

const releaseOf = (origin: string, label: string, codename: string): Release => ({
  ...{ origin, label, codename, version: '12', suite: 'oldstable-security', components: ['main', 'contrib'] },
  ...{ site: 'deb.debian.org', date: null },
});

test('patterns take an archive as unattended-upgrades takes it', () => {
  const word = fc.array(fc.constantFrom('D', 'e', 'b', '-', '.'), { maxLength: 4 }).map((parts) => parts.join(''));
  const glob = fc
    .array(fc.constantFrom('D', 'e', 'b', '-', '.', '*', '?', '[eb]', '[!e]'), { maxLength: 4 })
    .map((parts) => parts.join(''));
  const token = fc.tuple(fc.constantFrom('o', 'origin', 'l', 'label', 'n', 'codename', 'c'), glob);
  fc.assert(
    fc.property(
      fc.array(fc.array(token, { minLength: 1, maxLength: 3 }), { maxLength: 3 }),
      word,
      word,
      word,
      (patterns, origin, label, codename) => {
        const release = releaseOf(origin, label, codename);
        const expected = patterns.some((tokens) =>
          tokens.every(([what, value]) => {
            if (what === 'c') return ['main', 'contrib'].some((one) => fnmatch(one, value));
            return fnmatch(what.startsWith('o') ? origin : what.startsWith('l') ? label : codename, value);
          }),
        );
        const lists = new Map([
          [
            'unattended-upgrade::origins-pattern',
            patterns.map((tokens) => tokens.map((one) => one.join('=')).join(',')),
          ],
        ]);
        expect(isAllowed(release, lists, DISTRIBUTION)).toBe(expected);
      },
    ),
    { numRuns: 2000 },
  );
});

test('who leaves out what every package begins with leaves out everything', () => {
  fc.assert(
    fc.property(fc.constantFrom('', '.', '.*', '^', '[a-z]', '[a-z]+', '(.*)', '\\w', '[^0-9]', 'a|[b-z]'), (text) => {
      expect(leavesOutMost(new Map([['unattended-upgrade::package-blacklist', [text]]]))).toBe(true);
    }),
  );
  const names = fc.array(fc.constantFrom('linux-', 'vim', 'firefox', 'libc6$', 'docker-ce', 'nvidia-.*'), {
    maxLength: 6,
  });
  fc.assert(
    fc.property(names, (texts) => {
      expect(leavesOutMost(new Map([['unattended-upgrade::package-blacklist', texts]]))).toBe(false);
    }),
  );
});

test('sources say the same in both forms', () => {
  const word = fc.constantFrom('deb.debian.org/debian', 'security.debian.org', 'mirror.example/a/b');
  const suite = fc.constantFrom('bookworm', 'bookworm-security', 'bookworm-updates');
  const source = fc.record({
    address: word,
    suites: fc.array(suite, { minLength: 1, maxLength: 3 }),
    isOn: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(source, { maxLength: 4 }), (sources) => {
      const expected = sources.flatMap(({ address, suites, isOn }) =>
        isOn ? suites.map((one) => ({ address, suite: one, components: ['main', 'contrib'] })) : [],
      );
      const lines = sources.flatMap(({ address, suites, isOn }) =>
        suites.map((one) => `${isOn ? '' : '# '}deb [arch=amd64] https://${address}/ ${one} main contrib # as it came`),
      );
      const stanzas = sources.map(
        ({ address, suites, isOn }) =>
          `# a comment\nTypes: deb deb-src\nURIs: https://${address}\nSuites:\n ${suites.join('\n ')}\nComponents: main contrib\nEnabled: ${isOn ? 'yes' : 'no'}\n`,
      );
      expect(parseLines(lines.join('\n'))).toEqual(expected);
      expect(parseStanzas(stanzas.join('\n\n'))).toEqual(expected);
    }),
  );
});

/** Every way to keep updates away, each by itself: a computer passes when none is taken, and never when one is. */
test('no way to keep updates away is passed over, in whatever company', async () => {
  const loaded = { LoadState: 'loaded', ActiveState: 'active', UnitFileState: 'enabled' };
  const ways = {
    off: { dump: 'APT::Periodic::Unattended-Upgrade "0";\n' },
    seldom: { dump: 'APT::Periodic::Update-Package-Lists "30";\n' },
    leavesOut: { dump: 'Unattended-Upgrade::Package-Blacklist:: ".*";\n' },
    stopped: { units: { 'apt-daily.timer': { ...loaded, ActiveState: 'inactive' } } },
    masked: { units: { 'apt-daily-upgrade.service': { ...loaded, LoadState: 'masked' } } },
    gone: { ages: { '/usr/bin/unattended-upgrade': null } },
    noSource: { files: { '/etc/apt/sources.list': '' } },
    longAgo: {
      ages: { '/var/lib/apt/periodic/unattended-upgrades-stamp': 300, '/var/lib/apt/periodic/upgrade-stamp': 300 },
    },
  } as const;
  const names = Object.keys(ways) as (keyof typeof ways)[];
  await fc.assert(
    fc.asyncProperty(fc.subarray(names), async (taken) => {
      const chosen = taken.map(
        (name) => ways[name] as { dump?: string; units?: object; files?: object; ages?: object },
      );
      const system = createFakeApt({
        dump: GOOD_DUMP + chosen.map(({ dump = '' }) => dump).join(''),
        units: Object.assign({}, ...chosen.map(({ units }) => units)),
        files: Object.assign({}, ...chosen.map(({ files }) => files)),
        ages: Object.assign({}, ...chosen.map(({ ages }) => ages)),
      });
      const reading = await linuxAutomaticUpdates.read(system);
      const isNew = 'value' in reading ? (reading.value as { state: string; lastAt?: string }) : null;
      const isFresh = isNew?.state === 'on' && (isNew.lastAt ?? '') > '2026-11-01';
      expect(isFresh).toBe(taken.length === 0);
    }),
  );
});
