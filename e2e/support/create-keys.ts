import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A key with a certificate of its own. @returns null where there is no openssl to make it with */
export async function createKeys(): Promise<{ privateKey: string; certificate: string } | null> {
  const folder = await mkdtemp(join(tmpdir(), 'vestibule-idp-'));
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  try {
    const subject = ['-subj', '/CN=idp.alderbrook.example', '-days', '2', '-nodes'];
    await run('openssl', ['req', '-x509', '-newkey', 'rsa:2048', ...subject, '-keyout', key, '-out', certificate]);
    return { privateKey: await readFile(key, 'utf8'), certificate: await readFile(certificate, 'utf8') };
  } catch {
    return null;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
