import type { Service } from '../../linux/service-state.ts';

export const CLAMAV_DAEMON: Service = {
  id: 'clamav',
  name: 'ClamAV',
  units: ['clamav-daemon.service', 'clamd@scan.service'],
  processes: ['clamd'],
};

export const CLAMAV_PROGRAM = '/usr/sbin/clamd';

export const CLAMAV_ON_ACCESS: Service = {
  id: 'clamonacc',
  name: 'ClamAV on-access scanner',
  units: ['clamav-clamonacc.service'],
  processes: ['clamonacc'],
};

/** The service that fetches ClamAV's definitions. */
export const CLAMAV_UPDATER_UNIT = 'clamav-freshclam.service';

/** Products that watch files as long as they run, and that only their maker's console tells more about. */
export const WATCHING_PRODUCTS: readonly Service[] = [
  {
    id: 'crowdstrike',
    name: 'CrowdStrike Falcon',
    units: ['falcon-sensor.service'],
    processes: ['falcon-sensor', 'falcond'],
  },
  { id: 'sentinelone', name: 'SentinelOne', units: ['sentinelone.service'], processes: ['sentineld', 's1-agent'] },
  { id: 'sophos', name: 'Sophos', units: ['sophos-spl.service'], processes: ['sophos_watchdog'] },
  { id: 'eset', name: 'ESET', units: ['eea.service'], processes: ['oaeventd'] },
  { id: 'trend', name: 'Trend Micro', units: ['ds_agent.service'], processes: ['ds_agent'] },
  { id: 'cortex-xdr', name: 'Cortex XDR', units: ['traps_pmd.service'], processes: ['pmd'] },
  { id: 'carbon-black', name: 'Carbon Black', units: ['cbagentd.service'], processes: ['cbagentd'] },
  { id: 'kaspersky', name: 'Kaspersky', units: ['kesl.service', 'kesl-supervisor.service'], processes: ['kesl'] },
  { id: 'trellix', name: 'Trellix', units: ['mfetpd.service'], processes: ['mfetpd'] },
];
