import type { ClientRequest, IncomingMessage } from 'node:http';
import type { ProxySettings } from './system-proxy.ts';

/** How this client's own connections leave the computer: through the system's proxy, with the system's authorities. */
export interface Connection {
  /** Opens a connection, sends what is given and gives the answer's head; the body is the caller's to read. */
  readonly send: (url: URL, options: SendOptions) => Promise<IncomingMessage>;
  readonly close: () => void;
}

export interface SendOptions {
  readonly method: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Without a byte for so long the connection is given up. */
  readonly timeoutMs: number;
}

/** @param findProxy asked once, before the first connection */
export function openConnection(findProxy: () => Promise<ProxySettings>): Connection {
  let opened: ReturnType<typeof openAgents> | null = null;
  return {
    send: async (url, options) => {
      opened ??= openAgents(findProxy);
      const { http, https, agents } = await opened;
      const { method, headers = {}, body, timeoutMs } = options;
      return new Promise((resolve, reject) => {
        const settings = { method, headers: { ...headers }, timeout: timeoutMs };
        const request: ClientRequest =
          url.protocol === 'https:'
            ? https.request(url, { ...settings, agent: agents.https }, resolve)
            : http.request(url, { ...settings, agent: agents.http }, resolve);
        request.once('timeout', () => request.destroy(new Error(`${url.host} did not answer in time.`)));
        request.once('error', reject);
        request.end(body);
      });
    },
    close: () => void opened?.then(({ agents }) => (agents.http.destroy(), agents.https.destroy())),
  };
}

/** Loaded with the first connection: most of the time this client speaks to a browser alone, and has to start quickly. */
async function openAgents(findProxy: () => Promise<ProxySettings>) {
  const [http, https, tls] = await Promise.all([import('node:http'), import('node:https'), import('node:tls')]);
  const proxyEnv = { ...(await findProxy()) };
  // What comes with Node and what this system trusts next to it: a company's own authority is only there.
  const ca = [...new Set([...tls.getCACertificates('bundled'), ...tls.getCACertificates('system')])];
  // Nothing is kept open between two reports: they are minutes apart.
  const agents = {
    http: new http.Agent({ keepAlive: false, proxyEnv }),
    https: new https.Agent({ keepAlive: false, proxyEnv, ca }),
  };
  return { http, https, agents };
}
