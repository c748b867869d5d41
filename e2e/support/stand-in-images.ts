import { execFile } from 'node:child_process';
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { ContainerEngine } from './container-engine.ts';

const execute = promisify(execFile);
const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt';

/** What the image of PostgreSQL does at its first start: a server at the socket only, until the database is made. */
const POSTGRES_ENTRY = `#!/bin/sh
set -e
if [ "$(id -u)" = 0 ]; then
  install --directory --mode 0700 --owner postgres --group postgres "$PGDATA"
  install --directory --mode 0775 --owner postgres --group postgres /var/run/postgresql
  exec setpriv --reuid postgres --regid postgres --init-groups "$0" "$@"
fi
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  printf '%s\\n' "$POSTGRES_PASSWORD" > /tmp/password
  initdb --username "$POSTGRES_USER" --pwfile /tmp/password
  rm /tmp/password
  echo 'host all all all scram-sha-256' >> "$PGDATA/pg_hba.conf"
  pg_ctl -w -o "-c listen_addresses=''" start
  createdb --username "$POSTGRES_USER" "$POSTGRES_DB"
  pg_ctl -w -m fast stop
fi
exec "$@"
`;

const POSTGRES = `FROM docker.io/library/debian:bookworm-slim
RUN apt-get update && apt-get install --yes --no-install-recommends postgresql-15
COPY --chmod=0755 entry.sh /usr/local/bin/
ENV PATH=/usr/lib/postgresql/15/bin:/usr/local/bin:/usr/bin:/bin
ENV PGDATA=/var/lib/postgresql/data
VOLUME /var/lib/postgresql/data
STOPSIGNAL SIGINT
ENTRYPOINT ["entry.sh"]
CMD ["postgres", "-c", "listen_addresses=*"]
`;

const NGINX = `FROM docker.io/library/debian:bookworm-slim
RUN apt-get update && apt-get install --yes --no-install-recommends nginx-light
STOPSIGNAL SIGQUIT
CMD ["nginx", "-g", "daemon off;"]
`;

/** It trusts whom this machine trusts, and asks the registry that this machine asks. */
const node = (registry: string) => `FROM docker.io/library/debian:bookworm-slim
RUN apt-get update && apt-get install --yes --no-install-recommends libatomic1
ADD node.tgz /usr/local/lib/node/
ADD npm.tgz /usr/local/lib/npm/
COPY ca-certificates.crt ${CERTIFICATES}
ENV npm_config_cafile=${CERTIFICATES}
ENV npm_config_registry=${registry}
RUN cd /usr/local/bin && chmod 755 ../lib/npm/package/bin/*.js && ln -s ../lib/node/package/bin/node node && ln -s ../lib/npm/package/bin/npm-cli.js npm && ln -s ../lib/npm/package/bin/npx-cli.js npx
`;

/** The names of the images that `deploy` asks for. */
export type StandIn = 'debian:bookworm-slim' | 'node:22-bookworm-slim' | 'postgres:15' | 'nginx:stable';

async function writeParts(image: StandIn, folder: string): Promise<void> {
  await mkdir(folder);
  const write = (name: string, text: string) => writeFile(join(folder, name), text);
  if (image === 'nginx:stable') return write('Containerfile', NGINX);
  if (image === 'postgres:15') {
    await write('entry.sh', POSTGRES_ENTRY);
    return write('Containerfile', POSTGRES);
  }
  // The npm of the system, as a user has it.
  const npm = async (...words: string[]) => {
    const env = { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: process.env['HOME'] };
    return (await execute('npm', words, { cwd: folder, env })).stdout.trim();
  };
  await copyFile(CERTIFICATES, join(folder, 'ca-certificates.crt'));
  for (const [name, wanted] of [
    ['node.tgz', `node-linux-${process.arch}@22`],
    ['npm.tgz', 'npm@10'],
  ] as const) {
    await copyFile(join(folder, (await npm('pack', '--silent', wanted)).split('\n').at(-1) ?? ''), join(folder, name));
  }
  await write('Containerfile', node(await npm('config', 'get', 'registry')));
}

/**
 * Stand-ins for the images that `deploy` builds on, for a machine that reaches no registry of images: a bare Debian 12, and
 * upon it PostgreSQL 15 and nginx out of Debian's packages, and Node 22 and its npm out of npm's.
 * @throws Error with what was printed, when one cannot be made
 */
export async function makeStandIn(engine: ContainerEngine, image: StandIn): Promise<void> {
  const name = `docker.io/library/${image}`;
  const short = image.split(':')[0] ?? '';
  if (short !== 'debian') await writeParts(image, join(engine.standIns, short));
  const line =
    short === 'debian'
      ? `docker import debian.tar ${name}`
      : `docker build --quiet --tag ${name} --file ${short}/Containerfile ${short}`;
  const { code, stdout, stderr } = await engine.run(line, { folder: '/srv/stand-ins', timeoutMs: 200_000 });
  if (code !== 0) throw new Error(`${name} could not be made: ${stdout}${stderr}`);
}
