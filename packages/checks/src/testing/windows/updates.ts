import type { WindowsState } from './computers.ts';
import { services } from './computers.ts';
import * as origin from './origins.ts';

const off = { OsAutoUpdateEnable: 'failed' } as const;
const on = { OsAutoUpdateEnable: 'passed' } as const;
const notKnown = { OsAutoUpdateEnable: 'unknown' } as const;
/** What turns the updates of the neglected computer on again, but for what the state is about. */
const none = { noAutoUpdate: null };
const installed = (agentAt: string | null, ...days: readonly string[]) => ({ installedUpdates: { agentAt, days } });

export const UPDATE_STATES: readonly WindowsState[] = [
  {
    name: 'a group policy turns automatic updates off',
    origin: origin.UPDATE_POLICY,
    sections: { updates: { noAutoUpdate: 1 } },
    expected: off,
  },
  {
    name: 'a group policy turns them off, and a way of installing is left next to it',
    origin: origin.UPDATE_POLICY,
    sections: { updates: { noAutoUpdate: 1, options: 4 } },
    expected: off,
  },
  {
    name: 'a group policy keeps automatic updates off the old way (1)',
    origin: origin.UPDATE_POLICY,
    sections: { updates: { options: 1 } },
    expected: off,
  },
  {
    name: 'a group policy asks before each download (2)',
    origin: origin.UPDATE_POLICY,
    sections: { updates: { options: 2 } },
    expected: off,
  },
  {
    name: 'a group policy downloads and asks before installing (3)',
    origin: origin.UPDATE_POLICY,
    sections: { updates: { options: 3 } },
    expected: off,
  },
  {
    name: 'a group policy notifies of installing and of the restart, as servers do (7)',
    origin: origin.UPDATE_POLICY,
    sections: { updates: { options: 7 } },
    expected: off,
  },
  {
    name: 'a group policy installs on a schedule (4), from a server of the company',
    origin: origin.UPDATE_POLICY,
    from: 'neglected',
    sections: { updates: { noAutoUpdate: 0, options: 4, usesServer: 1 } },
    expected: on,
  },
  {
    name: 'a group policy has a way of installing that is in no document (12)',
    origin: origin.UPDATE_POLICY,
    sections: { updates: { options: 12 } },
    expected: notKnown,
  },
  {
    name: 'the management asks the person before each download (0)',
    origin: origin.UPDATE_CSP,
    sections: { updates: { managedOptions: 0 } },
    expected: off,
  },
  {
    name: 'the management turns automatic updates off (5)',
    origin: origin.UPDATE_CSP,
    sections: { updates: { managedOptions: 5 } },
    expected: off,
  },
  {
    name: 'the management installs without the person (4)',
    origin: origin.UPDATE_CSP,
    from: 'neglected',
    sections: { updates: { ...none, managedOptions: 4 } },
    expected: on,
  },
  {
    name: 'group policy asks before each download, the management installs: group policy wins',
    origin: origin.UPDATE_CONFLICT,
    sections: { updates: { options: 2, managedOptions: 4 } },
    expected: off,
  },
  {
    name: 'group policy installs on a schedule, the management asks first: group policy wins',
    origin: origin.UPDATE_CONFLICT,
    from: 'neglected',
    sections: { updates: { ...none, options: 4, managedOptions: 0 } },
    expected: on,
  },
  {
    name: 'the management allows no update service at all',
    origin: origin.UPDATE_CSP,
    sections: { updates: { managedService: 0 } },
    expected: off,
  },
  {
    name: 'the management allows the update service, as it does by itself',
    origin: origin.UPDATE_CSP,
    from: 'neglected',
    sections: { updates: { ...none, managedService: 1 } },
    expected: on,
  },
  {
    name: 'a group policy takes every function of Windows Update away',
    origin: origin.UPDATE_ACCESS,
    sections: { updates: { accessOff: 1 } },
    expected: off,
  },
  {
    name: 'the same where updates come from a server of the company',
    origin: origin.UPDATE_ACCESS,
    from: 'neglected',
    sections: { updates: { ...none, options: 4, accessOff: 1, usesServer: 1 } },
    expected: on,
  },
  {
    name: 'the person paused updates for a week',
    origin: origin.UPDATE_PAUSE,
    sections: { updates: { pausedUntil: '2026-11-28T07:00:00Z' } },
    expected: off,
  },
  {
    name: 'someone wrote a pause of decades into the registry',
    origin: origin.UPDATE_PAUSE,
    sections: { updates: { pausedUntil: '2051-12-31T00:00:00Z' } },
    expected: off,
  },
  {
    name: 'a pause is over',
    origin: origin.UPDATE_PAUSE,
    from: 'neglected',
    sections: { updates: { ...none, pausedUntil: '2026-11-20T07:00:00Z' } },
    expected: on,
  },
  {
    name: 'a pause whose end is in no form that Windows writes',
    origin: origin.UPDATE_PAUSE,
    sections: { updates: { pausedUntil: '28.11.2026' } },
    expected: notKnown,
  },
  {
    name: 'security updates alone are paused',
    origin: origin.UPDATE_PAUSE,
    sections: { updates: { qualityPausedUntil: '2026-12-20T07:00:00Z' } },
    expected: off,
  },
  {
    name: 'a policy of the company pauses security updates',
    origin: origin.UPDATE_PAUSE,
    sections: { updates: { qualityPause: 1 } },
    expected: off,
  },
  {
    name: 'a policy paused security updates, and they went on after 35 days',
    origin: origin.UPDATE_PAUSE,
    from: 'neglected',
    sections: { updates: { ...none, qualityPause: 2 } },
    expected: on,
  },
  {
    name: 'a pause by policy with a value that is in no document',
    origin: origin.UPDATE_PAUSE,
    sections: { updates: { qualityPause: 9 } },
    expected: notKnown,
  },
  {
    name: 'the service of Windows Update is disabled',
    origin: origin.SERVICE_CLASS,
    sections: { services: services({ wuauserv: ['Stopped', 'Disabled'] }) },
    expected: off,
  },
  {
    name: 'the service that orchestrates updates is disabled',
    origin: origin.SERVICE_CLASS,
    sections: { services: services({ UsoSvc: ['Stopped', 'Disabled'] }) },
    expected: off,
  },
  {
    name: 'a stripped Windows has no service of Windows Update',
    origin: origin.SERVICE_CLASS,
    sections: { services: services({ wuauserv: null }) },
    expected: notKnown,
  },
  {
    name: 'the agent says that automatic updates are off (1)',
    origin: origin.UPDATE_LEVEL,
    sections: { updateAgent: { notificationLevel: 1 } },
    expected: off,
  },
  {
    name: 'the agent says that it asks before installing (3)',
    origin: origin.UPDATE_LEVEL,
    sections: { updateAgent: { notificationLevel: 3 } },
    expected: off,
  },
  {
    name: 'the agent says that it installs on a schedule (4)',
    origin: origin.UPDATE_LEVEL,
    from: 'neglected',
    sections: { updates: none, updateAgent: { notificationLevel: 4 } },
    expected: on,
  },
  {
    name: 'nothing was installed for three months, whatever the settings say',
    origin: origin.UPDATE_RESULTS,
    sections: installed('2026-08-20T10:12:00Z', '7/15/2026', '8/13/2026'),
    expected: off,
  },
  {
    name: 'nothing was installed for two months: the computer may have been off',
    origin: origin.UPDATE_DAYS,
    sections: installed('2026-09-20T10:12:00Z', '9/15/2026'),
    expected: notKnown,
  },
  {
    name: 'the last update of a month ago is the newest there was',
    origin: origin.UPDATE_DAYS,
    from: 'neglected',
    sections: { updates: none, ...installed(null, '10/15/2026', '9/12/2026') },
    expected: on,
  },
  {
    name: 'days of updates are FILETIMEs, as some systems write them',
    origin: origin.UPDATE_DAYS,
    sections: installed(null, '01dc0bb2a3c00000'),
    expected: off,
  },
  {
    name: 'a new computer whose only updates came with its image',
    origin: origin.UPDATE_DAYS,
    sections: { installedUpdates: { since: '2026-11-18T08:00:00Z', agentAt: null, days: ['3/11/2026'] } },
    expected: notKnown,
  },
  {
    name: 'a computer that never installed an update in half a year',
    origin: origin.UPDATE_DAYS,
    sections: { installedUpdates: { since: '2026-05-18T08:00:00Z', agentAt: null, days: [] } },
    expected: off,
  },
  {
    name: 'an update that will only be installed in a year',
    origin: origin.UPDATE_DAYS,
    sections: installed(null, '11/12/2027'),
    expected: notKnown,
  },
  {
    name: 'the agent says nothing: its class is not registered',
    origin: origin.POWERSHELL_ERRORS,
    sections: {
      updateAgent: {
        refused: 'NoCOMClassIdentified,Microsoft.PowerShell.Commands.NewObjectCommand',
        category: 'ResourceUnavailable',
        code: -2_147_221_164,
      },
    },
    expected: notKnown,
  },
];
