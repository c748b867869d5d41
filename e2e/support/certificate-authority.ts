import { execFile } from 'node:child_process';
import { createHash, X509Certificate } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const execute = promisify(execFile);

export interface CertificateFiles {
  readonly certificate: string;
  readonly key: string;
  /** SHA-256 of the public key, as Chromium's `--ignore-certificate-errors-spki-list` takes it. */
  readonly keyHash: string;
}

/** An authority of a company's own, as it makes one with openssl. */
export interface CertificateAuthority {
  /** PEM, for `NODE_EXTRA_CA_CERTS`. */
  readonly file: string;
  /** A pair for this computer. @param name of its files */
  issue(name: string): Promise<CertificateFiles>;
}

const CURVE = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-noenc'];

export async function createAuthority(folder: string): Promise<CertificateAuthority> {
  const [file, authorityKey] = [join(folder, 'authority.pem'), join(folder, 'authority.key')];
  const openssl = (...words: string[]) => execute('openssl', words, { cwd: folder });
  const usage = ['-addext', 'basicConstraints=critical,CA:TRUE', '-addext', 'keyUsage=critical,keyCertSign'];
  const subject = ['-subj', '/CN=Alderbrook Authority', '-days', '365'];
  await openssl('req', '-x509', ...CURVE, ...subject, ...usage, '-keyout', authorityKey, '-out', file);
  return {
    file,
    issue: async (name) => {
      const [certificate, key] = [join(folder, `${name}.pem`), join(folder, `${name}.key`)];
      const [request, extensions] = [join(folder, `${name}.csr`), join(folder, `${name}.txt`)];
      await openssl('req', ...CURVE, '-subj', `/CN=${name}`, '-keyout', key, '-out', request);
      await writeFile(extensions, 'subjectAltName=DNS:localhost,IP:127.0.0.1\nextendedKeyUsage=serverAuth\n');
      const by = ['-CA', file, '-CAkey', authorityKey, '-CAcreateserial', '-days', '90', '-extfile', extensions];
      await openssl('x509', '-req', '-in', request, ...by, '-out', certificate);
      const { publicKey } = new X509Certificate(await readFile(certificate));
      const keyHash = createHash('sha256')
        .update(publicKey.export({ type: 'spki', format: 'der' }))
        .digest('base64');
      return { certificate, key, keyHash };
    },
  };
}
