import type { ServiceProgram } from '../../windows/services.ts';
import { FCI_AGENT } from './fci-agent.ts';

/** Agents that are looked for on Windows, by the names under which policies speak of them on every system. */
export const WINDOWS_AGENTS: readonly ServiceProgram[] = [
  { id: FCI_AGENT, services: ['FciAgent', 'fci-agent'] },
  { id: 'ninjaone', services: ['NinjaRMMAgent'] },
  { id: 'connectwise-automate', services: ['LTService'] },
  { id: 'connectwise-rmm', services: ['SAAZappr', 'SAAZapsc'] },
  { id: 'screenconnect', services: ['ScreenConnect Client (*'] },
  { id: 'datto', services: ['CagService'] },
  { id: 'atera', services: ['AteraAgent'] },
  { id: 'n-central', services: ['Windows Agent Service'] },
  { id: 'n-sight', services: ['Advanced Monitoring Agent'] },
  { id: 'take-control', services: ['BASupportExpressStandaloneService_*'] },
  { id: 'action1', services: ['A1Agent'] },
  { id: 'tactical', services: ['tacticalrmm'] },
  { id: 'meshcentral', services: ['Mesh Agent'] },
  { id: 'teamviewer', services: ['TeamViewer'] },
  { id: 'syncro', services: ['Syncro', 'Kabuto'] },
  { id: 'pulseway', services: ['PC Monitor'] },
  { id: 'level', services: ['Level'] },
  { id: 'manageengine', services: ['ManageEngine UEMS - Agent', 'ManageEngine Desktop Central - Agent'] },
  { id: 'itarian', services: ['ITSMService'] },
  { id: 'splashtop', services: ['SplashtopRemoteService'] },
  { id: 'goto-resolve', services: ['GoToResolve_*'] },
  { id: 'jumpcloud', services: ['jumpcloud-agent'] },
  { id: 'fleet', services: ['Fleet osquery'] },
];
