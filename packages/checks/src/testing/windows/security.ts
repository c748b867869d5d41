import { everyCheck, type Verdict } from '../state.ts';
import { DEFENDER_ROW, NO_SERVICES, NORTON, NORTON_SERVICE, services, type WindowsState } from './computers.ts';
import * as origin from './origins.ts';

const antivirus = (installed: Verdict, guards: Verdict, current: Verdict) => ({
  AntiVirusInstalled: installed,
  AntiVirusRealtimeProtection: guards,
  AntiVirusSignaturesUpToDate: current,
});
const infected = (verdict: Verdict) => ({ NoActiveInfections: verdict });

const norton = (state: number) => ({
  name: 'Norton Security',
  guid: '{A9DB33AE-4E38-F3AC-4C3C-6BD1A6F5D7B1}',
  state,
  reporter: NORTON,
  product: NORTON,
});
const beside = (state: number) => ({
  antivirus: { products: [norton(state), { ...DEFENDER_ROW, state: 393_472 }] },
  defender: { mode: 'Passive Mode', isAntivirusOn: false, isRealtimeOn: false, areDefinitionsOld: true },
});
const WORKING = {
  defender: {
    mode: 'Normal',
    isServiceOn: true,
    isAntivirusOn: true,
    isRealtimeOn: true,
    definitionsFrom: '2026-11-20T11:49:52.0000000Z',
    areDefinitionsOld: false,
  },
  threats: { threats: [] },
  services: services({ FciAgent: null, NinjaRMMAgent: null }),
};
const noNamespace = {
  refused: 'HRESULT 0x8004100e,Microsoft.Management.Infrastructure.CimCmdlets.GetCimInstanceCommand',
  category: 'MetadataError',
  native: 'InvalidNamespace',
  code: -2_147_217_394,
};
const denied = {
  refused: 'HRESULT 0x80041003,Microsoft.Management.Infrastructure.CimCmdlets.GetCimInstanceCommand',
  category: 'PermissionDenied',
  native: 'AccessDenied',
};
const detected = (status: number, isActive: boolean | null = false, execution = 4) => ({
  threats: { threats: [{ id: 2_147_519_003, name: 'Trojan:Win32/Example', isActive }] },
  detections: {
    detections: [
      {
        id: 2_147_519_003,
        status,
        execution,
        hasSucceeded: true,
        changedAt: '2026-11-18T10:02:40.0000000Z',
        foundAt: '2026-11-18T10:01:12.0000000Z',
        resource: String.raw`file:_C:\Users\nadia\Downloads\example.exe`,
      },
    ],
  },
});

export const SECURITY_STATES: readonly WindowsState[] = [
  {
    name: 'another antivirus is on, and Defender stands back',
    origin: origin.DEFENDER_MODES,
    from: 'neglected',
    sections: {
      ...beside(266_240),
      threats: { threats: [] },
      services: services({ ...NO_SERVICES, ...NORTON_SERVICE }),
    },
    files: [NORTON],
    expected: { ...antivirus('passed', 'passed', 'passed'), ...infected('not-applicable') },
  },
  {
    name: 'another antivirus is on with old definitions',
    origin: origin.SECURITY_CENTER,
    sections: { ...beside(266_256), services: services(NORTON_SERVICE) },
    files: [NORTON],
    expected: { AntiVirusSignaturesUpToDate: 'failed', ...infected('not-applicable') },
  },
  {
    name: 'Defender does not guard at this moment',
    origin: origin.DEFENDER_STATUS,
    sections: { defender: { isRealtimeOn: false }, antivirus: { products: [{ ...DEFENDER_ROW, state: 401_664 }] } },
    expected: { AntiVirusRealtimeProtection: 'failed' },
  },
  {
    name: 'definitions of Defender are two and a half years old',
    origin: origin.DEFENDER_STATUS,
    sections: {
      antivirus: { products: [{ ...DEFENDER_ROW, state: 397_584 }] },
      defender: { definitionsFrom: '2024-05-30T00:00:00.0000000Z', areDefinitionsOld: true },
    },
    expected: { AntiVirusSignaturesUpToDate: 'failed' },
  },
  {
    name: 'a server has no Security Center, and Defender works',
    origin: origin.POWERSHELL_ERRORS,
    from: 'neglected',
    sections: { ...WORKING, antivirus: noNamespace, firewallProducts: noNamespace },
    expected: { ...antivirus('passed', 'passed', 'passed'), ...infected('passed') },
  },
  {
    name: 'the Security Center and Defender may not be asked',
    origin: origin.POWERSHELL_ERRORS,
    sections: { antivirus: denied, defender: denied, threats: denied, detections: denied },
    expected: { ...antivirus('unknown', 'unknown', 'unknown'), ...infected('unknown') },
  },
  {
    name: 'a made-up product in the Security Center, and no antivirus at all',
    origin: origin.FAKE_ROW,
    from: 'neglected',
    sections: { antivirus: { products: [{ ...norton(266_240), name: 'defendnot' }] } },
    files: [NORTON],
    expected: antivirus('unknown', 'unknown', 'unknown'),
  },
  {
    name: 'a threat is active',
    origin: origin.DEFENDER_DETECTION,
    sections: detected(1, true),
    expected: infected('failed'),
  },
  {
    name: 'a threat runs at this moment',
    origin: origin.DEFENDER_DETECTION,
    sections: detected(1, true, 3),
    expected: infected('failed'),
  },
  {
    name: 'a threat could not be removed',
    origin: origin.DEFENDER_DETECTION,
    sections: detected(103),
    expected: infected('failed'),
  },
  {
    name: 'a threat was left alone',
    origin: origin.DEFENDER_DETECTION,
    sections: detected(105),
    expected: infected('failed'),
  },
  {
    name: 'the person allowed a threat',
    origin: origin.DEFENDER_DETECTION,
    sections: detected(5),
    expected: infected('failed'),
  },
  {
    name: 'a threat is quarantined, on a computer on which Defender works',
    origin: origin.DEFENDER_DETECTION,
    from: 'neglected',
    sections: { ...WORKING, ...detected(3), antivirus: { products: [DEFENDER_ROW] } },
    expected: { ...antivirus('passed', 'passed', 'passed'), ...infected('passed') },
  },
  {
    name: 'a threat has a status that no one has described, and is not called over',
    origin: origin.DEFENDER_DETECTION,
    sections: detected(77, null),
    expected: infected('unknown'),
  },
  {
    name: 'the list of threats is for administrators',
    origin: origin.POWERSHELL_ERRORS,
    sections: { threats: denied },
    expected: infected('unknown'),
  },
];

const release = (build: string, edition: string, display: string | null, installation = 'Client') => ({
  operatingSystem: { build, edition, display, installation, revision: 1 },
});

/** By 21 November 2026. */
export const RELEASE_STATES: readonly WindowsState[] = (
  [
    ['Windows 11 24H2 Enterprise', release('26100', 'Enterprise', '24H2'), origin.RELEASES, 'passed'],
    ['Windows 11 LTSC 2024', release('26100', 'EnterpriseS', '24H2'), origin.RELEASES_LTSC, 'passed'],
    ['Windows 11 23H2 Enterprise', release('22631', 'Enterprise', '23H2'), origin.RELEASES, 'failed'],
    ['Windows 11 25H2 Home', release('26200', 'Core', '25H2'), origin.RELEASES, 'passed'],
    ['Windows 11 25H2 Education', release('26200', 'Education', '25H2'), origin.RELEASES, 'passed'],
    ['Windows 11 24H2 Home', release('26100', 'Core', '24H2'), origin.RELEASES, 'failed'],
    ['Windows 11 24H2 Pro', release('26100', 'Professional', '24H2'), origin.RELEASES, 'failed'],
    ['Windows 10 22H2 Pro', release('19045', 'Professional', '22H2'), origin.RELEASES_10, 'failed'],
    ['Windows 10 22H2 Home', release('19045', 'Core', '22H2'), origin.RELEASES_10, 'failed'],
    ['Windows 10 LTSC 2021', release('19044', 'EnterpriseS', '21H2'), origin.RELEASES_LTSC, 'passed'],
    ['Windows 10 IoT LTSC 2021', release('19044', 'IoTEnterpriseS', '21H2'), origin.RELEASES_LTSC, 'passed'],
    ['Windows 10 LTSC 2019', release('17763', 'EnterpriseS', null), origin.RELEASES_LTSC, 'passed'],
    ['Windows Server 2019', release('17763', 'ServerStandard', null, 'Server'), origin.RELEASES_SERVER, 'passed'],
    ['Windows 10 1809 Pro', release('17763', 'Professional', null), origin.RELEASES_10, 'failed'],
    ['Windows Server 2022', release('20348', 'ServerStandard', '21H2', 'Server'), origin.RELEASES_SERVER, 'passed'],
  ] as const
).map(([name, sections, where, verdict]) => ({
  name,
  origin: where,
  ...(verdict === 'passed' ? { from: 'neglected' as const } : {}),
  sections,
  expected: { OSSupported: verdict },
}));

const notRead = everyCheck('windows', 'unknown');

export const ANSWER_STATES: readonly WindowsState[] = [
  {
    name: 'the document is cut where the services begin',
    origin: origin.POWERSHELL_PIPE,
    arrives: (document) => document.slice(0, document.indexOf('"services"') + 40),
    expected: {
      ...antivirus('unknown', 'unknown', 'unknown'),
      ...infected('unknown'),
      FirewallEnable: 'unknown',
      DeviceEncrypted: 'unknown',
      OsAutoUpdateEnable: 'unknown',
      ScreenSaverState: 'unknown',
      ScreenSaverPasswordProtected: 'unknown',
      ScreenSaverTimeout: 'unknown',
      RmmAgent: 'unknown',
      FciAgentRunning: 'unknown',
    },
  },
  {
    name: 'the document comes in UTF-16',
    origin: origin.POWERSHELL_PIPE,
    arrives: (document) => `\uFFFD\uFFFD${document.replaceAll(/(?<=.)/gs, '\0')}`,
    expected: notRead,
  },
  {
    name: 'PowerShell prints its errors as XML and nothing else',
    origin: origin.POWERSHELL_PIPE,
    arrives: () =>
      '#< CLIXML\r\n<Objs Version="1.1.0.1" xmlns="http://schemas.microsoft.com/powershell/2004/04"><S S="Error">Zugriff verweigert</S></Objs>',
    expected: notRead,
  },
  {
    name: 'a refusal in another language',
    origin: origin.POWERSHELL_ERRORS,
    arrives: () => 'Die Datei kann nicht geladen werden, da die Ausführung von Skripts deaktiviert ist.',
    expected: notRead,
  },
  { name: 'no answer', origin: origin.POWERSHELL_PIPE, arrives: () => '', expected: notRead },
  {
    name: 'a document of a later client',
    origin: 'apps/client/src/system/windows/scripts/inventory.ps1: the number of the format',
    arrives: (document) => document.replace('"format":1', '"format":2'),
    expected: notRead,
  },
];
