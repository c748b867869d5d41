import { X509Certificate } from 'node:crypto';
import { connect } from 'node:tls';
import { hostToConnect } from '../config/public-address.ts';
import { certificateComplaint, daysLeft, type PairFiles, readCertificatePair } from '../tls/certificate-pair.ts';
import { type Finding, good, look, wrong } from './finding.ts';
import { reasonOf } from '../log/reason-of.ts';

const CHECK = 'Certificate';
const TIMEOUT_MS = 10_000;

interface Presented {
  readonly leaf: X509Certificate;
  /** Why a browser would not trust it, in OpenSSL's words; null: it would. */
  readonly distrust: string | null;
}

/** Where the server's certificate comes from. */
export interface CertificateSource {
  readonly files: PairFiles | null;
  /** What is known of its renewal, where the server renews it; null: another person does. */
  readonly renewal: Finding | null;
}

/** What is presented at the address, as a browser gets it, judged by the certificate authorities that Node knows. */
export async function lookAtCertificate(
  publicUrl: string,
  { files, renewal }: CertificateSource,
  now: Date,
): Promise<Finding[]> {
  const { protocol, hostname, port } = new URL(publicUrl);
  if (protocol !== 'https:')
    return [look(CHECK, 'Nothing serves https.', 'Right for a trial on this computer, and for nothing else.')];
  const findings = [
    ...(files === null ? [] : await lookAtFiles(files, hostname, now)),
    ...(renewal === null ? [] : [renewal]),
  ];
  let presented: Presented;
  try {
    presented = await present(hostname, Number(port) || 443);
  } catch (error) {
    const next =
      renewal === null || renewal.state === 'good'
        ? `Look whether the server or the proxy runs, and whether port ${port || 443} is open on the way.`
        : 'Without a certificate the server can’t answer here: see the line above.';
    return [...findings, wrong(CHECK, `At ${publicUrl} nothing serves https: ${reasonOf(error)}.`, next)];
  }
  return [...findings, judge(presented, hostname, now, renewal)];
}

function judge({ leaf, distrust }: Presented, hostname: string, now: Date, renewal: Finding | null): Finding {
  const renew = renewal === null ? RENEW : RENEWED;
  const complaint = certificateComplaint(leaf, hostname, now);
  const days = daysLeft(leaf, now);
  const isOver =
    complaint !== null && (days < 0 || now < new Date(leaf.validFrom) || leaf.checkHost(hostname) === undefined);
  if (complaint !== null && isOver) return wrong(CHECK, complaint, renew);
  if (distrust !== null) {
    return wrong(
      CHECK,
      `Browsers do not trust the certificate of ${hostname}: ${distrust}.`,
      'Mostly the chain is missing: give the file with the whole chain (fullchain.pem). With an authority of your own, call this with NODE_EXTRA_CA_CERTS=FILE; browsers have to know it as well.',
    );
  }
  // Whether a certificate that ends soon will be renewed in time, is known better where the server does that.
  if (complaint !== null && renewal === null) return look(CHECK, complaint, renew);
  return good(CHECK, `For ${hostname}, trusted, good for ${days} more days.`);
}

const RENEWED = 'The server renews it by itself: the line above says how that goes.';
const RENEW = 'The server takes a new pair by itself within two seconds; a proxy has to be told (nginx -s reload).';

async function lookAtFiles(files: PairFiles, hostname: string, now: Date): Promise<Finding[]> {
  const read = await readCertificatePair(files);
  if (!read.ok)
    return [
      wrong(
        CHECK,
        read.problem,
        'Until it is mended the server goes on with the pair it has, and cannot be started again.',
      ),
    ];
  const complaint = certificateComplaint(read.pair.leaf, hostname, now);
  return complaint === null ? [] : [look(CHECK, `In ${files.certificate}: ${complaint}`, RENEW)];
}

function present(host: string, port: number): Promise<Presented> {
  return new Promise((done, fail) => {
    // It is looked at, and nothing is sent: what cannot be trusted has to be seen as well.
    const socket = connect({ host: hostToConnect(host), port, servername: host, rejectUnauthorized: false }, () => {
      const leaf = new X509Certificate(socket.getPeerCertificate().raw);
      const { authorizationError } = socket;
      const reason =
        authorizationError instanceof Error ? authorizationError.message : String(authorizationError ?? '');
      socket.destroy();
      done({ leaf, distrust: socket.authorized ? null : reason });
    });
    socket.setTimeout(TIMEOUT_MS, () => socket.destroy(new Error('it does not answer')));
    socket.once('error', fail);
  });
}
