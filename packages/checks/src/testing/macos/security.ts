import type { Verdict } from '../state.ts';
import { firewall, type MacState, NINJA, programs, xprotect } from './computers.ts';
import * as origin from './origins.ts';

const REPORT = 'system_profiler SPFirewallDataType';
const STATUS = 'socketfilterfw --getglobalstate';
const ENROLMENT = 'profiles status -type enrollment';
const filter = (verdict: Verdict) => ({ FirewallEnable: verdict });
const managed = (verdict: Verdict) => ({ ManagedDevice: verdict });
const antivirus = (installed: Verdict, guards: Verdict, current: Verdict) => ({
  AntiVirusInstalled: installed,
  AntiVirusRealtimeProtection: guards,
  AntiVirusSignaturesUpToDate: current,
});
const health = (changes: Readonly<Record<string, unknown>>) =>
  JSON.stringify({
    healthy: true,
    healthIssues: [],
    licensed: true,
    realTimeProtectionEnabled: { $type: 'boolean', value: true },
    passiveModeEnabled: { $type: 'boolean', value: false },
    definitionsStatus: { $type: 'upToDate' },
    ...changes,
  });
const threats = (status: string) =>
  JSON.stringify([{ name: 'Trojan:MacOS/Example.A', status, filePaths: ['/Users/nadia/Downloads/example.dmg'] }]);
const defender = (threatList: string, changes: Readonly<Record<string, unknown>> = {}) => ({
  'mdatp health': health(changes),
  'mdatp threat': threatList,
});

export const FIREWALL_STATES: readonly MacState[] = [
  {
    name: 'the firewall is off: it allows all',
    origin: origin.FIREWALL_REPORT,
    commands: { [REPORT]: firewall('spfirewall_globalstate_allow_all') },
    expected: filter('failed'),
  },
  {
    name: 'the firewall is off, and stealth mode is left on',
    origin: origin.FIREWALL_REPORT,
    commands: { [REPORT]: firewall('spfirewall_globalstate_allow_all', { spfirewall_stealthenabled: 'Yes' }) },
    expected: filter('failed'),
  },
  {
    name: 'the firewall blocks all, on a Mac in French',
    origin: origin.FIREWALL_REPORT,
    from: 'neglected',
    commands: { [REPORT]: firewall('spfirewall_globalstate_block_all', { spfirewall_loggingenabled: 'Non' }) },
    expected: filter('passed'),
  },
  {
    name: 'a profile wants the firewall on, and it is off all the same',
    origin: origin.FIREWALL_PROFILE,
    commands: { [REPORT]: firewall('spfirewall_globalstate_allow_all') },
    profiles: { 'com.apple.security.firewall': { EnableFirewall: true } },
    expected: filter('failed'),
  },
  {
    name: 'the report is empty, and the tool says on',
    origin: origin.FIREWALL_TOOL,
    from: 'neglected',
    commands: { [REPORT]: '{"SPFirewallDataType":[]}', [STATUS]: 'Firewall is enabled. (State = 1)\n' },
    expected: filter('passed'),
  },
  {
    name: 'the report is empty, and the tool says off',
    origin: origin.FIREWALL_TOOL,
    commands: { [REPORT]: '{"SPFirewallDataType":[]}', [STATUS]: 'Firewall is disabled. (State = 0)\n' },
    expected: filter('failed'),
  },
  {
    name: 'the report is missing, and the tool refuses on a managed Mac',
    origin: origin.FIREWALL_TOOL,
    commands: {
      [REPORT]: null,
      [STATUS]: 'Firewall settings cannot be modified from command line on managed Mac computers.\n',
    },
    expected: filter('unknown'),
  },
  {
    name: 'the report is cut',
    origin: origin.FIREWALL_REPORT,
    commands: { [REPORT]: firewall('spfirewall_globalstate_limit_connections').slice(0, 60) },
    expected: filter('unknown'),
  },
  {
    name: 'the report has a word that no one has described',
    origin: origin.FIREWALL_REPORT,
    commands: { [REPORT]: firewall('spfirewall_globalstate_automatic') },
    expected: filter('unknown'),
  },
];

export const MANAGEMENT_STATES: readonly MacState[] = [
  {
    name: 'enrolled by hand, and the person agreed',
    origin: origin.ENROLMENT,
    from: 'neglected',
    commands: {
      [ENROLMENT]:
        'Enrolled via DEP: No\nMDM enrollment: Yes (User Approved)\nMDM server: https://mdm.example.org/mdm\n',
    },
    expected: managed('passed'),
  },
  {
    name: 'enrolled, and the person never agreed',
    origin: origin.ENROLMENT,
    commands: { [ENROLMENT]: 'Enrolled via DEP: No\nMDM enrollment: Yes\nMDM server: https://mdm.example.org/mdm\n' },
    expected: managed('failed'),
  },
  {
    name: 'bought for a company, and not enrolled',
    origin: origin.ENROLMENT,
    commands: { [ENROLMENT]: 'Enrolled via DEP: Yes\nMDM enrollment: No\n' },
    expected: managed('failed'),
  },
  {
    name: 'the tool says that it is not there',
    origin: origin.ENROLMENT,
    commands: { [ENROLMENT]: { code: 1, stderr: 'profiles: the command is not available\n' } },
    expected: managed('unknown'),
  },
  {
    name: 'the agent of the company is loaded and does not run',
    origin: origin.LAUNCHD,
    commands: {
      'launchctl print system/fci-agent': 'system/fci-agent = {\n\tactive count = 0\n\tstate = not running\n}\n',
    },
    expected: { FciAgentRunning: 'failed' },
  },
  {
    name: 'the remote management agent does not run, and a program of its name does elsewhere',
    origin: origin.LAUNCHD,
    commands: { ps: programs('/Users/nadia/bin/ninjarmm-macagent') },
    expected: { RmmAgent: 'failed' },
  },
];

export const SECURITY_STATES: readonly MacState[] = [
  {
    name: 'definitions of XProtect are from last year',
    origin: origin.XPROTECT,
    commands: { 'xprotect version': xprotect('2025-11-12') },
    expected: { AntiVirusSignaturesUpToDate: 'failed' },
  },
  {
    name: 'definitions of XProtect are from a time to come',
    origin: origin.XPROTECT,
    commands: { 'xprotect version': xprotect('2036-11-12') },
    expected: { AntiVirusSignaturesUpToDate: 'unknown' },
  },
  {
    name: 'XProtect says to an ordinary person that it is off, as it does to many',
    origin: origin.XPROTECT,
    commands: { 'xprotect status': 'XProtect launch scans: disabled\nXProtect background scans: disabled\n' },
    expected: { AntiVirusRealtimeProtection: 'unknown' },
  },
  {
    name: 'Defender guards, and found nothing',
    origin: origin.MDATP,
    from: 'neglected',
    commands: defender('[]'),
    expected: { ...antivirus('passed', 'passed', 'passed'), NoActiveInfections: 'passed' },
  },
  {
    name: 'Defender found a threat that is still there',
    origin: origin.MDATP,
    commands: defender(threats('Detected')),
    expected: { NoActiveInfections: 'failed' },
  },
  {
    name: 'the person allowed a threat that Defender found',
    origin: origin.MDATP,
    commands: defender(threats('Allowed')),
    expected: { NoActiveInfections: 'failed' },
  },
  {
    name: 'Defender answers with half a list of threats',
    origin: origin.MDATP,
    commands: defender(threats('Quarantined').slice(0, 40)),
    expected: { NoActiveInfections: 'unknown' },
  },
  {
    name: 'the list of extensions is cut',
    origin: origin.EXTENSIONS,
    commands: { systemextensionsctl: '1 extension(s)\n--- com.apple.system_ext' },
    expected: antivirus('unknown', 'unknown', 'unknown'),
  },
  {
    name: 'the list of programs has lost its beginning',
    origin: origin.LAUNCHD,
    commands: { ps: programs(NINJA).slice(40) },
    expected: {
      ...antivirus('unknown', 'unknown', 'unknown'),
      NoActiveInfections: 'unknown',
      RmmAgent: 'unknown',
      FciAgentRunning: 'unknown',
    },
  },
];
