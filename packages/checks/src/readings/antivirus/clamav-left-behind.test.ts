import { expect, test } from 'vitest';
import { createFakeSystem, type FakeSystemOptions } from '../../fake-system.ts';
import { fakeSystemd } from '../../linux/fake-systemd.ts';
import { linuxAntivirus } from './linux.ts';

/** As systemd answers on a Debian 12 from which clamav-daemon was removed and not purged: /etc/init.d has it still. */
const LEFT = {
  LoadState: 'loaded',
  ActiveState: 'inactive',
  SubState: 'dead',
  Transient: 'no',
  NRestarts: '0',
  ActiveEnterTimestamp: '',
};
const read = async (stat: NonNullable<FakeSystemOptions['commands']>[string]) => {
  const commands = { ...fakeSystemd({ 'clamav-daemon.service': LEFT }), stat };
  return linuxAntivirus.read(createFakeSystem({ commands }));
};

test('a start script that a removed ClamAV left behind is no ClamAV', async () => {
  expect(await read({ code: 1, stdout: '' })).toMatchObject({ value: { products: [] } });
  const there = { code: 0, stdout: '755 1750000000 0 /usr/sbin/clamd\n' };
  expect(await read(there)).toMatchObject({ value: { products: [{ id: 'clamav', isRunning: false }] } });
});
