/** An origin that people open, or one sentence that says what is wrong with it. */
export type AddressRead =
  | { readonly ok: true; readonly origin: string }
  | { readonly ok: false; readonly problem: string };

const LOOPBACK: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];
const NAME = /^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)*[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/;
const IP_ADDRESS = /^\[|^[\d.]+$/;

/** Ports that browsers refuse to open, whatever listens there: the list "bad ports" of the Fetch standard. */
const BLOCKED_PORTS = new Set(
  `0 1 7 9 11 13 15 17 19 20 21 22 23 25 37 42 43 53 69 77 79 87 95 101 102 103 104 109 110 111 113 115 117 119 123 135
137 139 143 161 179 389 427 465 512 513 514 515 526 530 531 532 540 548 554 556 563 587 601 636 989 990 993 995 1719 1720
1723 2049 3659 4045 4190 5060 5061 6000 6566 6665 6666 6667 6668 6669 6679 6697 10080`
    .split(/\s+/)
    .map(Number),
);

/** Is this a name of the computer it is asked on, which no one else can reach? @param hostname as in a URL */
export function isLoopbackName(hostname: string): boolean {
  return LOOPBACK.includes(hostname) || hostname.endsWith('.localhost');
}

/** Where a connection to a host goes: names below localhost are this computer, as browsers hold it, whatever resolvers say. */
export function hostToConnect(hostname: string): string {
  return hostname.endsWith('.localhost') ? '127.0.0.1' : hostname.replaceAll(/^\[|\]$/g, '');
}

/**
 * Reads the address that people will open. Everything else derives from it (issuers, cookies, links), and passkeys belong
 * to its name, so it has to be one that browsers take.
 */
export function readPublicAddress(text: string): AddressRead {
  const no = (problem: string): AddressRead => ({ ok: false, problem });
  const url = URL.parse(text);
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    return no(
      `${text} is no address such as https://gate.example.com. Its port, if it has one, is a number up to 65535.`,
    );
  }
  if (url.username !== '' || url.password !== '') return no('The address must not hold a user or a password.');
  if (url.pathname !== '/' || url.search !== '' || url.hash !== '' || /[?#]$/.test(text)) {
    return no(`The gate has a name of its own, without a path: ${url.origin}`);
  }
  const { hostname, port } = url;
  if (url.protocol === 'http:' && !isLoopbackName(hostname)) {
    return no(
      `Without https, passwords and sessions could be read on the way: https://${url.host}. Only localhost goes without.`,
    );
  }
  if (!isLoopbackName(hostname) && IP_ADDRESS.test(hostname)) {
    return no('Passkeys and certificates want a name instead of a number: https://gate.example.com');
  }
  if (!IP_ADDRESS.test(hostname) && !NAME.test(hostname)) return no(`${hostname} is no name of a computer.`);
  if (port !== '' && BLOCKED_PORTS.has(Number(port))) {
    return no(`Browsers refuse to open port ${port}. Take 443, which is not written, or one such as 8443.`);
  }
  return { ok: true, origin: url.origin };
}
