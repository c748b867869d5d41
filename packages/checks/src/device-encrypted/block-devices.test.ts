import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createFakeSystem } from '../fake-system.ts';
import { parseBlockDevices } from './block-devices.ts';
import type { CryptKind } from './dm-crypt.ts';
import { linuxEncryption } from './linux.ts';

/** One device of a generated computer, built of others; a disk is built of none. */
interface Node {
  readonly name: string;
  readonly type: string;
  readonly parents: readonly string[];
  readonly isStick: boolean;
}

/** Disks, and above them layer by layer what is made of one or two of those below. */
const computers = fc
  .record({
    disks: fc.array(fc.boolean(), { minLength: 1, maxLength: 3 }),
    above: fc.array(
      fc.record({
        type: fc.constantFrom('part', 'crypt', 'lvm', 'raid1', 'integrity', 'crypt'),
        picks: fc.array(fc.nat(9), { minLength: 1, maxLength: 2 }),
      }),
      { minLength: 1, maxLength: 7 },
    ),
    mounted: fc.array(fc.nat(9), { minLength: 1, maxLength: 4 }),
    swap: fc.option(fc.nat(9)),
  })
  .map(({ disks, above, mounted, swap }) => {
    const nodes: Node[] = disks.map((isStick, at) => ({ name: `sd${at}`, type: 'disk', parents: [], isStick }));
    for (const [at, { type, picks }] of above.entries()) {
      const parents = [...new Set(picks.map((pick) => nodes[pick % nodes.length]?.name ?? ''))];
      nodes.push({ name: `dm-${at}`, type, parents, isStick: false });
    }
    const nameAt = (index: number) => nodes[index % nodes.length]?.name ?? '';
    return { nodes, mounted: mounted.map(nameAt), swap: swap === null ? null : nameAt(swap) };
  });

function treeOf(nodes: readonly Node[]): string {
  const rowOf = ({ name, type, isStick }: Node): object => {
    const children = nodes.filter(({ parents }) => parents.includes(name)).map(rowOf);
    const columns = {
      name,
      kname: name,
      path: `/dev/${name}`,
      type: type === 'integrity' ? 'crypt' : type,
      fstype: null,
      uuid: null,
      rm: isStick,
      tran: null,
    };
    return { ...columns, parttype: null, size: 1, ...(children.length === 0 ? {} : { children }) };
  };
  return JSON.stringify({ blockdevices: nodes.filter(({ type }) => type === 'disk').map(rowOf) });
}

const kindsOf = (nodes: readonly Node[]): ReadonlyMap<string, CryptKind> =>
  new Map(nodes.map(({ name, type }) => [name, type === 'integrity' ? 'checks' : 'encrypts']));

/** As the kernel keeps them. */
const marksOf = (nodes: readonly Node[]): Record<string, string> =>
  Object.fromEntries(
    nodes.map(({ name, type }) => [
      `/sys/block/${name}/dm/uuid`,
      type === 'integrity' ? 'CRYPT-INTEGRITY-data\n' : 'CRYPT-LUKS2-0c4f-data\n',
    ]),
  );

/** The slow way: someone takes the disks out, and reads what no encrypted layer hides on the way up. */
function thiefReads(nodes: readonly Node[], name: string, disk: string): boolean {
  const node = nodes.find((one) => one.name === name);
  if (node === undefined || node.type === 'crypt') return false;
  if (node.parents.length === 0) return node.name === disk;
  return node.parents.some((parent) => thiefReads(nodes, parent, disk));
}

test('a device is plain when a thief with the disks reads any of it', () => {
  fc.assert(
    fc.property(computers, ({ nodes }) => {
      const devices = parseBlockDevices(treeOf(nodes), kindsOf(nodes)) ?? [];
      const disks = nodes.filter(({ type }) => type === 'disk');
      for (const { name } of nodes) {
        const isReadable = disks.some((disk) => thiefReads(nodes, name, disk.name));
        expect(devices.find(({ kernelName }) => kernelName === name)?.layer).toBe(isReadable ? 'plain' : 'encrypted');
      }
    }),
  );
});

test('a computer passes exactly when a thief reads neither the system, nor swap, nor what lies on a drive that is built in', async () => {
  await fc.assert(
    fc.asyncProperty(computers, async ({ nodes, mounted, swap }) => {
      const [root = '', ...others] = mounted;
      const rows = [root, ...others].map((name, at) => ({
        target: at === 0 ? '/' : `/data/${at}`,
        source: `/dev/${name}`,
        fstype: 'ext4',
      }));
      const head = 'Filename Type Size Used Priority\n';
      const system = createFakeSystem({
        files: {
          ...marksOf(nodes),
          '/proc/crypto': 'name : xts(aes)\nrefcnt : 9\ntype : skcipher\n',
          '/proc/swaps': swap === null ? head : `${head}/dev/${swap} partition 8 0 -2\n`,
        },
        commands: { findmnt: JSON.stringify({ filesystems: rows }), lsblk: treeOf(nodes) },
      });
      const disks = nodes.filter(({ type }) => type === 'disk');
      const isRead = (name: string, from: readonly Node[]) => from.some((disk) => thiefReads(nodes, name, disk.name));
      const rootOf = (name: string): string[] =>
        nodes
          .filter((one) => one.name === name)
          .flatMap((one) => (one.parents.length === 0 ? [one.name] : one.parents.flatMap(rootOf)));
      // What lies on sticks alone is no one's business here; what lies on one in part is.
      const isBuiltIn = (name: string) =>
        rootOf(name).some((disk) => disks.some((one) => one.name === disk && !one.isStick));
      const isBad =
        isRead(root, disks) ||
        (swap !== null && isRead(swap, disks)) ||
        others.some((name) => isBuiltIn(name) && isRead(name, disks));
      const reading = await linuxEncryption.read(system);
      expect(reading).toMatchObject({ value: { state: isBad ? 'not-encrypted' : 'encrypted' } });
    }),
    { numRuns: 300 },
  );
});
