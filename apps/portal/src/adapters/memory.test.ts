import { COOKIES, LIMITS, STORAGE_KEYS } from '@vestibule/contracts';
import type { MemoryPort, Remembered, RememberedName } from '@vestibule/flows';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { createMemory, type MemoryParts } from './memory.ts';
import { MEMORY } from './memory-table.ts';

const NOW = new Date('2026-11-21T09:41:07.000Z');
const NAMES = Object.keys(MEMORY) as RememberedName[];

let written: string[];
let session: Map<string, string>;
let local: Map<string, string>;
let jar: Map<string, string>;
let memory: MemoryPort;

function storageOf(kept: Map<string, string>): ReturnType<MemoryParts['openLocal']> {
  return {
    getItem: (name) => kept.get(name) ?? null,
    setItem: (name, value) => void kept.set(name, value),
    removeItem: (name) => void kept.delete(name),
  };
}

function parts(changes: Partial<MemoryParts> = {}): MemoryParts {
  return {
    cookies: {
      read: () => [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
      write: (cookie) => {
        written.push(cookie);
        const [name = '', value = ''] = cookie.split(/[=;]/);
        const expires = /expires=([^;]+)/.exec(cookie)?.[1];
        if (expires !== undefined && new Date(expires) <= NOW) jar.delete(name);
        else jar.set(name, value);
      },
    },
    openSession: () => storageOf(session),
    openLocal: () => storageOf(local),
    isSecure: true,
    now: () => NOW,
    ...changes,
  };
}

beforeEach(() => {
  written = [];
  jar = new Map();
  session = new Map();
  local = new Map();
  memory = createMemory(parts());
});

const LIST = {
  supportedOs: [{ name: 'Windows 11', version: '10.0' }],
  supportedBrowsers: [{ name: 'Chrome', version: '' }],
};
const VERSIONS = { frontline: LIST, secureEnclave: LIST, other: LIST };
const EXAMPLES: { readonly [name in RememberedName]: Remembered[name] } = {
  checkInfo: {
    mode: 'quick-start',
    successUrl: { appName: 'onboarding', url: '/in-progress' },
    failUrl: { appName: 'online', url: '/' },
  },
  isPolicyEnforced: true,
  siloId: 'silo-eu-1',
  downloadParameters: { url: 'https://gate.example/download/a.deb', params: { company: 'Münch & Söhne; 1=1' } },
  deviceToken: 'token/+=',
  deviceAccountId: 'account-17',
  installationStatus: 'waiting-for-account-id',
  hasOptedOut: true,
  isUpdaterInstalled: true,
  deviceUserId: '48210',
  quickStartRedirection: '/v2',
  onboardingV3Status: 'done',
  deviceName: 'NADIA-LT-0427',
  isInActiveSession: false,
  pageInfo: {
    loginMarker: '0b2fbb0c-3d0a-4c5c-9d4e-0f4f7d0a1b2c',
    startUrl: null,
    applicationName: 'Alderbrook Mail',
    mode: 'quick-start',
  },
  isFci: true,
  answeredSignIns: ['0b2fbb0c-3d0a-4c5c-9d4e-0f4f7d0a1b2c'],
  supportedVersions: { mac: VERSIONS, windows: VERSIONS },
  complianceInfo: {
    deviceName: 'NADIA-LT-0427',
    deviceAccountName: 'nadia',
    osVersionCaption: 'Windows 11 Pro',
    deviceType: 0,
  },
  supportCode: '7KQ-42M',
  tabCode: 'TAB-2T4',
  reloadedPages: ['https://gate.example/device-check/assets/index-1.js'],
};

function roundTrip<N extends RememberedName>(name: N): Remembered[N] | null {
  memory.write(name, EXAMPLES[name]);
  return memory.read(name);
}

describe('every name', () => {
  test.each(NAMES)('%s is kept, read back and forgotten', (name) => {
    expect(memory.read(name)).toBeNull();
    expect(roundTrip(name)).toEqual(EXAMPLES[name]);
    memory.forget(name);
    expect(memory.read(name)).toBeNull();
  });

  test('[S3.070, S3.071, S3.072] is the specification’s: silo, download parameters, device token', () => {
    expect([MEMORY.siloId, MEMORY.downloadParameters, MEMORY.deviceToken].map(({ place }) => place)).toEqual([
      { kind: 'cookie', name: 'w-siloId' },
      { kind: 'cookie', name: 'download-params' },
      { kind: 'cookie', name: 'device-token' },
    ]);
  });

  test('[S3.073, S3.074, S3.077] account id, installation status, device user id', () => {
    for (const name of ['deviceAccountId', 'installationStatus', 'deviceUserId'] as const) roundTrip(name);
    expect([...jar.keys()]).toEqual(['device-account-id', 'installation-status', 'device-user-id']);
  });

  test('[S3.078, S3.079, S3.080] quick start in Safari, onboarding-v3, enforcement', () => {
    for (const name of ['quickStartRedirection', 'onboardingV3Status', 'isPolicyEnforced'] as const) roundTrip(name);
    expect([...jar.keys()]).toEqual(['quick-start-safari-redirection', 'w-onboarding-v3-status', 'w-enforce-policy']);
  });

  test('[S3.081, S3.082, S3.083] device name, active session, page info in storage', () => {
    for (const name of ['deviceName', 'isInActiveSession', 'pageInfo'] as const) roundTrip(name);
    expect(local.get('wp-device-name')).toBe('NADIA-LT-0427');
    expect(session.get('wp-in-active-session')).toBe('false');
    expect(session.get('wp-page-info')).toContain('Alderbrook Mail');
  });

  test('[S3.084, S3.035, S3.085] isFci, and the compliance info in the session storage', () => {
    roundTrip('isFci');
    roundTrip('complianceInfo');
    expect(session.get('isFci')).toBe('true');
    expect(session.get('wp-device-compliance-info')).toContain('deviceAccountName');
  });
});

describe('cookies', () => {
  test('go to every application of this site, and with no request from elsewhere', () => {
    roundTrip('siloId');
    expect(written).toEqual(['w-siloId=silo-eu-1; path=/; samesite=lax; secure']);
    written = [];
    createMemory(parts({ isSecure: false })).write('siloId', 'a');
    expect(written).toEqual(['w-siloId=a; path=/; samesite=lax']);
  });

  test('[S3.075, S9.043] opting out lasts 8 days', () => {
    roundTrip('hasOptedOut');
    expect(LIMITS.optOutCookieMs).toBe(691_200_000);
    expect(written.at(-1)).toBe(
      'opt-out-device-management=true; path=/; samesite=lax; secure; expires=Sun, 29 Nov 2026 09:41:07 GMT',
    );
  });

  test.each([
    ['isUpdaterInstalled', 'updaterInstalled'],
    ['quickStartRedirection', 'quick-start-safari-redirection'],
  ] as const)('[S3.076, S9.044, S9.045] %s lasts 10 minutes', (name, cookie) => {
    roundTrip(name);
    expect(written.at(-1)).toContain(`${cookie}=`);
    expect(written.at(-1)).toContain('expires=Sat, 21 Nov 2026 09:51:07 GMT');
  });

  test('[S9.046] the account id is to last until 2050, and is renewed on each visit', () => {
    roundTrip('deviceAccountId');
    const cookie = 'device-account-id=account-17; path=/; samesite=lax; secure; expires=Sat, 01 Jan 2050 00:00:00 GMT';
    expect(written).toEqual([cookie]);
    createMemory(parts());
    expect(written).toEqual([cookie, cookie]);
  });
});

describe('the cookie of the mode', () => {
  const read = (value: unknown) => {
    jar.set('w-device-compliance-check-info', encodeURIComponent(JSON.stringify(value)));
    return memory.read('checkInfo');
  };

  test('[S3.067, S3.068, S3.069] has mode, success and fail destination, each with an application and a path', () => {
    expect(read(EXAMPLES.checkInfo)).toEqual(EXAMPLES.checkInfo);
  });

  test('[S1.025, S1.026] without a mode it means frontline', () => {
    expect(read({})).toEqual({ mode: 'frontline', successUrl: null, failUrl: null });
  });

  test.each(['frontline', 'onboarding', 'onboarding-v3', 'install', 'mfa', 'quick-start'])(
    '[S1.027, S6.002] knows the mode %s',
    (mode) => expect(read({ mode })?.mode).toBe(mode),
  );

  test.each([null, 7, [], 'frontline', { mode: 'admin' }, { successUrl: '/' }, { failUrl: { appName: 1, url: '/' } }])(
    'takes nothing from %j',
    (value) => expect(read(value)).toBeNull(),
  );
});

describe('junk', () => {
  const readAll = (from: MemoryPort) => NAMES.map((name) => from.read(name));

  test('in cookies and storage never breaks a page', () => {
    fc.assert(
      fc.property(fc.constantFrom(...NAMES), fc.string({ unit: 'grapheme' }), (name, junk) => {
        jar = new Map([[MEMORY[name].place.name, junk]]);
        session.set(MEMORY[name].place.name, junk);
        local.set(MEMORY[name].place.name, junk);
        const value = createMemory(parts()).read(name);
        expect(value === null || MEMORY[name].isText || typeof value === 'object').toBe(true);
      }),
    );
  });

  test('of the right form but the wrong kind is nothing', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        session.set(STORAGE_KEYS.pageInfo, text);
        jar.set(COOKIES.downloadParameters, encodeURIComponent(text));
        expect(memory.read('pageInfo')).toBeNull();
        expect(memory.read('downloadParameters')).toBeNull();
      }),
    );
  });

  test('as the whole cookie header is no cookie', () => {
    fc.assert(
      fc.property(fc.string(), (header) => {
        const cookies = { ...parts().cookies, read: () => header };
        const values = readAll(createMemory(parts({ cookies })));
        expect(values).toHaveLength(NAMES.length);
      }),
    );
  });

  test('a browser that keeps nothing forgets, and says nothing', () => {
    const deny = () => {
      throw new DOMException('denied', 'SecurityError');
    };
    const forgetful = createMemory(parts({ openSession: deny, openLocal: deny }));
    forgetful.write('deviceName', 'NADIA');
    forgetful.write('isInActiveSession', true);
    forgetful.forget('deviceName');
    expect(forgetful.read('deviceName')).toBeNull();
    expect(forgetful.read('isInActiveSession')).toBeNull();
  });
});
