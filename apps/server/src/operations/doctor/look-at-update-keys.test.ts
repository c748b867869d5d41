import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createUpdateKey, publicUpdateKey } from '@vestibule/device-keys';
import { expect, onTestFinished, test } from 'vitest';
import { createSocketDesk, openDesk } from '../../testing/administrators.ts';
import { firstCompany } from '../../testing/companies.ts';
import { startTestServer } from '../../testing/test-server.ts';
import { lookAtUpdateKeys } from './look-at-update-keys.ts';

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'vestibule-keys-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

test('secret halves in the data folder are named, public ones and other files are not', async () => {
  const folder = await makeFolder();
  const [secret, other] = [await createUpdateKey(), await createUpdateKey()];
  await mkdir(join(folder, 'update-keys'));
  await writeFile(join(folder, 'update-keys/update-key-1.json'), JSON.stringify(publicUpdateKey(secret)));
  await writeFile(join(folder, 'grant-key.json'), JSON.stringify(secret));
  expect(await lookAtUpdateKeys(folder)).toEqual([]);
  await writeFile(join(folder, 'update-keys/update-key-2.json'), JSON.stringify(other));
  await writeFile(join(folder, 'update-key-1.json'), JSON.stringify(secret));
  const [finding, ...more] = await lookAtUpdateKeys(folder);
  expect(more).toEqual([]);
  expect(finding).toMatchObject({ state: 'look', next: expect.stringContaining('docs/packages.md') });
  expect(finding?.sentence).toContain(
    [join(folder, 'update-key-1.json'), join(folder, 'update-keys/update-key-2.json')].join(', '),
  );
});

test('nothing is said of a folder that is not there', async () => {
  expect(await lookAtUpdateKeys(join(await makeFolder(), 'none'))).toEqual([]);
});

test('the status says it at the server, and tells no folder of it to a company', async () => {
  const server = await startTestServer();
  onTestFinished(() => server.close());
  const told = async (desk: Pick<Awaited<ReturnType<typeof openDesk>>, 'call'>) =>
    (await desk.call('adminStatus')).body.warnings.filter((warning) => warning.includes('sign updates'));
  const here = createSocketDesk(server);
  expect(await told(here)).toEqual([]);
  await writeFile(join(server.dataFolder, 'update-key-1.json'), JSON.stringify(await createUpdateKey()));
  expect(await told(here)).toEqual([expect.stringContaining(join(server.dataFolder, 'update-key-1.json'))]);
  expect(await told(await openDesk(await firstCompany(server), 'administrator'))).toEqual([]);
});
