import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { howToStart, isInImage } from './how-to-start.ts';

test('knows the image by what its container file sets', async () => {
  const file = await readFile(join(import.meta.dirname, '../../../../deploy/Containerfile'), 'utf8');
  const set = Object.fromEntries(
    [...file.matchAll(/^ENV (\w+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value] as const),
  );
  expect(isInImage(set)).toBe(true);
  expect(isInImage({})).toBe(false);
  expect(isInImage({ VESTIBULE_HOST: '0.0.0.0' })).toBe(false);
  expect(isInImage({ VESTIBULE_DATA: '/data' })).toBe(false);
});

test('names the data folder where it is not the usual one', () => {
  expect(howToStart(resolve('.data'), false)).toMatchObject({
    start: 'npx node apps/server/src/main.ts',
    doctor: 'npx vestibule doctor',
  });
  expect(howToStart('/srv/gate', false)).toMatchObject({
    start: 'VESTIBULE_DATA=/srv/gate npx node apps/server/src/main.ts',
    doctor: 'npx vestibule doctor --data /srv/gate',
  });
});

test('leads out of the image, where the server is started', () => {
  expect(howToStart('/data', true)).toEqual({
    where: 'Outside of the container, in the folder deploy (without Compose, the same with your own tools):',
    start: 'docker compose up --detach',
    restart: 'docker compose restart server',
    doctor: 'docker compose exec server vestibule doctor',
  });
});
