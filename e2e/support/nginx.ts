import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  LOCALHOST_CERTIFICATE,
  LOCALHOST_KEY,
} from '../../apps/server/src/services/admin/testing/localhost-certificate.ts';
import { freePort, root } from './processes.ts';

const execute = promisify(execFile);

/**
 * Debian's own, unpacked and not installed: an installed one would start by itself, at port 80.
 * @param unpacked an empty folder for it
 * @returns where its program would be
 */
export async function findNginx(unpacked: string): Promise<string> {
  const installed = process.env['VESTIBULE_NGINX'] ?? '/usr/sbin/nginx';
  if (existsSync(installed) || !existsSync('/usr/bin/apt-get')) return installed;
  await execute('apt-get', ['download', 'nginx'], { cwd: unpacked }).catch(() => null);
  const [archive = ''] = await readdir(unpacked);
  if (archive !== '') await execute('dpkg', ['-x', archive, 'root'], { cwd: unpacked });
  return join(unpacked, 'root/usr/sbin/nginx');
}

/** The nginx of this system with the file of `deploy`, but for names, ports and places. */
export async function startNginx(
  program: string,
  folder: string,
  ports: { readonly secure: number; readonly server: number },
): Promise<ChildProcess> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'fullchain.pem'), LOCALHOST_CERTIFICATE);
  await writeFile(join(folder, 'privkey.pem'), LOCALHOST_KEY);
  const shipped = await readFile(join(root, 'deploy/nginx.conf'), 'utf8');
  const here = shipped
    .replaceAll('gate.example.com', 'localhost')
    .replaceAll('/etc/nginx/certificates', folder)
    .replace('listen 443 ssl', `listen 127.0.0.1:${ports.secure} ssl`)
    .replace('listen 80;', `listen 127.0.0.1:${await freePort()};`)
    .replace('server:8080', `127.0.0.1:${ports.server}`)
    .replace('access_log /dev/stdout', 'access_log off')
    .replace(
      'http {',
      [
        'http {',
        ...['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${folder}/${kind};`),
      ].join('\n'),
    );
  await writeFile(join(folder, 'nginx.conf'), here);
  const globals = `daemon off; pid ${folder}/pid; error_log ${folder}/error.log;`;
  return spawn(program, ['-p', folder, '-c', join(folder, 'nginx.conf'), '-g', globals], { stdio: 'ignore' });
}
