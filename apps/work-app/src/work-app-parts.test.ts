import { describe, expect, it } from 'vitest';
import { readArguments } from './arguments.ts';
import { createGateCertificates, readSigningCertificates } from './gate-certificates.ts';
import { html } from './html.ts';
import { toReturnPath } from './return-path.ts';
import { createSessions } from './sessions.ts';

describe('the command line', () => {
  it('has defaults for the demo', () => {
    expect(readArguments([])).toEqual({
      host: '127.0.0.1',
      port: 8081,
      gate: 'http://localhost:8080',
      publicUrl: undefined,
    });
  });

  it('takes addresses with a slash at the end', () => {
    expect(readArguments(['--gate', 'https://gate.example/', '--public-url', 'https://mail.example/'])).toMatchObject({
      gate: 'https://gate.example',
      publicUrl: 'https://mail.example',
    });
  });

  it.each([[['--port', '65536']], [['--port', '-1']], [['--gate', 'gate']], [['--other']], [['word']]])(
    'says what is wrong with %j',
    (words) => {
      expect(readArguments(words)).toBeTypeOf('string');
    },
  );
});

describe('toReturnPath', () => {
  it.each(['/inbox', '/inbox?a=1&b=%20', '/'])('keeps %s', (path) => {
    expect(toReturnPath(path)).toBe(path);
  });

  it.each(['//x', '/\\x', 'https://x', 'inbox', '/a b', '/a\r\nb', '/é', '', undefined, ['/a'], `/${'x'.repeat(600)}`])(
    'turns %j into the inbox',
    (value) => {
      expect(toReturnPath(value)).toBe('/inbox');
    },
  );
});

describe('html', () => {
  it('escapes texts and keeps markup', () => {
    const inner = html`<b>${'<script>'}</b>`;
    expect(html`<p title="${`"'&`}">${inner}${[inner, inner]}</p>`.markup).toBe(
      '<p title="&quot;&#39;&amp;">' + '<b>&lt;script&gt;</b>'.repeat(3) + '</p>',
    );
  });
});

describe('sessions', () => {
  const user = { displayName: 'Mara', email: 'mara@x', deviceStanding: 'compliant', relayState: '/' };

  it('end after eight hours, at sign-out, and when ten thousand newer ones exist', () => {
    let now = 0;
    const sessions = createSessions(() => now);
    const first = sessions.begin(user);
    const second = sessions.begin(user);
    expect(sessions.find(first)).toEqual(user);
    sessions.end(second);
    expect(sessions.find(second)).toBeNull();
    expect(sessions.find(undefined)).toBeNull();
    now = 8 * 3_600_000;
    expect(sessions.find(first)).toBeNull();
    const third = sessions.begin(user);
    for (let count = 0; count < 10_000; count += 1) sessions.begin(user);
    expect(sessions.find(third)).toBeNull();
  });
});

const metadata = (...certificates: string[]) =>
  `<md:EntityDescriptor><ds:Signature><ds:X509Certificate>OWN</ds:X509Certificate></ds:Signature>${certificates
    .map(
      (one) => `<md:KeyDescriptor use="signing"><ds:X509Certificate>\n${one}\n</ds:X509Certificate></md:KeyDescriptor>`,
    )
    .join(
      '',
    )}<md:KeyDescriptor use="encryption"><X509Certificate>NO</X509Certificate></md:KeyDescriptor></md:EntityDescriptor>`;

function simulate(answers: (string | null)[]) {
  let now = 0;
  const waits: number[] = [];
  const certificates = createGateCertificates('http://gate/saml/metadata', {
    fetch: () => {
      const answer = answers.length > 1 ? answers.shift() : answers[0];
      return typeof answer === 'string' ? Promise.resolve(new Response(answer)) : Promise.reject(new Error('refused'));
    },
    now: () => now,
    wait: (milliseconds) => {
      waits.push(milliseconds);
      now += milliseconds;
      return Promise.resolve();
    },
  });
  const pass = (milliseconds: number) => {
    now += milliseconds;
  };
  return { certificates, waits, pass };
}

describe('the certificates of the gate', () => {
  it('are those of the signing keys', () => {
    expect(readSigningCertificates(metadata('AAA', 'BBB'))).toEqual(['AAA', 'BBB']);
    expect(readSigningCertificates('x'.repeat(300_000))).toEqual([]);
  });

  it('are asked for with growing pauses until the gate is up', async () => {
    const { certificates, waits } = simulate([null, null, 'not metadata', metadata('AAA')]);
    expect(await certificates.read()).toEqual(['AAA']);
    expect(waits).toEqual([200, 400, 800]);
  });

  it('are given up after fifteen seconds', async () => {
    const { certificates, waits } = simulate([null]);
    await expect(certificates.read()).rejects.toThrow('could not be reached');
    expect(waits.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(15_000);
  });

  it('are asked for again after a minute, and kept while the gate is away', async () => {
    const { certificates, pass } = simulate([metadata('AAA'), metadata('BBB'), null]);
    expect(await certificates.read()).toEqual(['AAA']);
    expect(await certificates.read()).toEqual(['AAA']);
    pass(60_000);
    expect(await certificates.read()).toEqual(['BBB']);
    pass(60_000);
    expect(await certificates.read()).toEqual(['BBB']);
  });
});
