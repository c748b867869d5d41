import type { Verdict } from '../state.ts';
import {
  NO_SERVICES,
  NORTON,
  NORTON_SERVICE,
  perProfile,
  profile,
  profiles,
  services,
  type WindowsState,
} from './computers.ts';
import * as origin from './origins.ts';

const firewall = (verdict: Verdict) => ({ FirewallEnable: verdict });
const managed = (verdict: Verdict) => ({ ManagedDevice: verdict });
const row = (state: number) => ({
  products: [
    {
      name: 'Norton Firewall',
      guid: '{0AB30AD7-64F9-4C0C-B7A0-3C1F0BB1B4F4}',
      state,
      reporter: NORTON,
      product: NORTON,
    },
  ],
});
const noModule = { refused: 'CommandNotFoundException', category: 'ObjectNotFound' };
type Enrolment = readonly [provider: string | null, state: number | null, hasServer: boolean];
const enrolled = (...all: readonly Enrolment[]) => ({
  enrollments: { enrollments: all.map(([provider, state, hasServer]) => ({ provider, state, hasServer })) },
});
/** What Windows itself writes on a computer that no company manages. */
const BUILT_IN = [
  ['Local Authority', 1, false],
  ['Cloud Authority', 1, false],
  ['Deploy Authority', 1, false],
] as const;

export const FIREWALL_STATES: readonly WindowsState[] = [
  {
    name: 'the firewall is off in public networks',
    origin: origin.FIREWALL_PROFILE,
    sections: { firewallProfiles: profiles(profile('Domain', 1), profile('Private', 1), profile('Public', 0)) },
    expected: firewall('failed'),
  },
  {
    name: 'the firewall is off at home',
    origin: origin.FIREWALL_PROFILE,
    sections: { firewallProfiles: profiles(profile('Domain', 1), profile('Private', 0), profile('Public', 1)) },
    expected: firewall('failed'),
  },
  {
    name: 'the firewall is off in the network of a domain that the computer is in',
    origin: origin.FIREWALL_PROFILE,
    sections: {
      firewallProfiles: profiles(profile('Domain', 0), profile('Private', 1), profile('Public', 1)),
      computer: { partOfDomain: true },
    },
    expected: firewall('failed'),
  },
  {
    name: 'the firewall is on and lets in what no rule names, in public networks',
    origin: origin.FIREWALL_PROFILE,
    sections: { firewallProfiles: profiles(profile('Domain', 1), profile('Private', 1), profile('Public', 1, 2)) },
    expected: firewall('failed'),
  },
  {
    name: 'the firewall is on and lets in what no rule names, everywhere',
    origin: origin.FIREWALL_PROFILE,
    sections: {
      firewallProfiles: profiles(profile('Domain', 1, 2), profile('Private', 1, 2), profile('Public', 1, 2)),
    },
    expected: firewall('failed'),
  },
  {
    name: 'nothing is configured: Windows has it on and lets nothing in',
    origin: origin.FIREWALL_PROFILE,
    from: 'neglected',
    sections: {
      firewallProfiles: profiles(profile('Domain', 2, 0), profile('Private', 2, 0), profile('Public', 2, 0)),
    },
    expected: firewall('passed'),
  },
  {
    name: 'the service of the firewall stands still',
    origin: origin.FIREWALL_SERVICES,
    sections: { services: services({ mpssvc: ['Stopped', 'Auto'] }) },
    expected: firewall('failed'),
  },
  {
    name: 'the engine that filters for the firewall is disabled',
    origin: origin.FIREWALL_SERVICES,
    sections: { services: services({ BFE: ['Stopped', 'Disabled'] }) },
    expected: firewall('failed'),
  },
  {
    name: 'the module is missing; the registry has it on',
    origin: origin.FIREWALL_STORE,
    from: 'neglected',
    sections: {
      firewallProfiles: noModule,
      firewallPolicy: { own: perProfile(1), ownInbound: perProfile(1) },
    },
    expected: firewall('passed'),
  },
  {
    name: 'the module is missing; a policy has it off where the computer has it on',
    origin: origin.FIREWALL_STORE,
    sections: { firewallProfiles: noModule, firewallPolicy: { policy: perProfile(null, null, 0) } },
    expected: firewall('failed'),
  },
  {
    name: 'the module is missing; a policy has it on where the computer has it off',
    origin: origin.FIREWALL_STORE,
    from: 'neglected',
    sections: {
      firewallProfiles: noModule,
      firewallPolicy: { policy: perProfile(1), policyInbound: perProfile(1) },
    },
    expected: firewall('passed'),
  },
  {
    name: 'the module is missing; the registry lets in what no rule names',
    origin: origin.FIREWALL_STORE,
    sections: { firewallProfiles: noModule, firewallPolicy: { ownInbound: perProfile(0) } },
    expected: firewall('failed'),
  },
  {
    name: 'the firewall of another maker is on, and that of Windows off',
    origin: origin.SECURITY_CENTER,
    from: 'neglected',
    sections: { firewallProducts: row(266_256), services: services({ ...NO_SERVICES, ...NORTON_SERVICE }) },
    files: [NORTON],
    expected: firewall('passed'),
  },
  {
    name: 'the firewall of another maker is snoozed, and that of Windows off',
    origin: origin.SECURITY_CENTER,
    sections: {
      firewallProfiles: profiles(profile('Domain', 0), profile('Private', 0), profile('Public', 0)),
      firewallProducts: row(270_336),
    },
    files: [NORTON],
    expected: firewall('failed'),
  },
  {
    name: 'the firewall of another maker was uninstalled and its row stayed',
    origin: origin.SECURITY_CENTER,
    sections: {
      firewallProfiles: profiles(profile('Domain', 0), profile('Private', 0), profile('Public', 0)),
      firewallProducts: row(266_256),
    },
    expected: firewall('failed'),
  },
  {
    name: 'profiles are read with values that no one has described',
    origin: origin.FIREWALL_PROFILE,
    sections: { firewallProfiles: profiles(profile('Domain', 7), profile('Private', 7), profile('Public', 7)) },
    expected: firewall('unknown'),
  },
];

export const MANAGEMENT_STATES: readonly WindowsState[] = [
  {
    name: 'enrolled in Intune, next to what Windows writes by itself',
    origin: origin.ENROLLMENTS,
    from: 'neglected',
    sections: enrolled(...BUILT_IN, ['MS DM Server', 1, true]),
    expected: managed('passed'),
  },
  {
    name: 'enrolled in the management of another maker',
    origin: origin.ENROLLMENTS,
    from: 'neglected',
    sections: enrolled(['AirWatchMDM', 1, true]),
    expected: managed('passed'),
  },
  {
    name: 'not enrolled: only what Windows writes by itself on every computer',
    origin: origin.ENROLLMENTS,
    sections: enrolled([null, null, false], ...BUILT_IN),
    expected: managed('failed'),
  },
  {
    name: 'not enrolled: the bridge of a Configuration Manager that is long gone',
    origin: origin.ENROLLMENTS,
    sections: enrolled(['WMI_Bridge_SCCM_Server', 1, false]),
    expected: managed('failed'),
  },
  {
    name: 'not enrolled: the second channel of declared configuration alone',
    origin: origin.ENROLLMENTS,
    sections: enrolled(['Microsoft Device Management', 1, true]),
    expected: managed('failed'),
  },
  {
    name: 'not enrolled: a later Windows writes something of its own, without a server',
    origin: origin.ENROLLMENTS,
    sections: enrolled(['Settings Authority', 1, false]),
    expected: managed('failed'),
  },
  {
    name: 'in a domain, and enrolled nowhere',
    origin: origin.ENROLLMENTS,
    sections: { ...enrolled([null, null, false]), computer: { partOfDomain: true } },
    expected: managed('failed'),
  },
  {
    name: 'an enrolment that was begun and never finished',
    origin: origin.ENROLLMENTS,
    sections: enrolled(['MS DM Server', 0, true]),
    expected: managed('failed'),
  },
  {
    name: 'enrolments may not be read',
    origin: origin.POWERSHELL_ERRORS,
    sections: {
      enrollments: {
        refused: 'System.Security.SecurityException,Microsoft.PowerShell.Commands.GetChildItemCommand',
        category: 'PermissionDenied',
      },
    },
    expected: managed('unknown'),
  },
  {
    name: 'the remote management agent is stopped',
    origin: origin.SERVICE_CLASS,
    sections: { services: services({ NinjaRMMAgent: ['Stopped', 'Auto'] }) },
    expected: { RmmAgent: 'failed' },
  },
  {
    name: 'the agent of the company is not installed',
    origin: origin.SERVICE_CLASS,
    sections: { services: services({ FciAgent: null }) },
    expected: { FciAgentRunning: 'failed' },
  },
];
