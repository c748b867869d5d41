import { type State, type Subject, verdictsOf } from './state.ts';

type How = Omit<State, 'name' | 'expected'>;

/** An agent of management, the one of the work environment, a management of devices. */
const verdicts = (letters: string) => verdictsOf(['RmmAgent', 'FciAgentRunning', 'ManagedDevice'], letters);
const state = (letters: string, name: string, how: How): State => ({ name, ...how, expected: verdicts(letters) });

const unitFile = (unit: string) => `/etc/systemd/system/${unit}.service`;
const text = (program: string, more = '') => `[Service]\nExecStart=${program} infinity\n${more}`;

/** A program in its maker's place that does nothing, and the unit by which its maker starts it. */
const running = (unit: string, program: string, more = ''): How => ({
  files: { [unitFile(unit)]: text(program, more) },
  make: `install -D /bin/sleep ${program} && systemctl daemon-reload && systemctl start ${unit}`,
  undo: `systemctl stop ${unit}; rm ${program}; rm ${unitFile(unit)}; systemctl daemon-reload`,
});
const stopped = (unit: string, program: string): How => ({
  files: { [unitFile(unit)]: text(program) },
  make: `install -D /bin/sleep ${program} && systemctl daemon-reload`,
  undo: `rm ${program}; rm ${unitFile(unit)}; systemctl daemon-reload`,
});

const NINJA = '/opt/NinjaRMMAgent/programfiles/ninjarmm-linagent';
const ORBIT = '/opt/orbit/bin/orbit/orbit';
const JUMPCLOUD = '/opt/jc/bin/jumpcloud-agent';

export const AGENTS: Subject = {
  name: 'agents',
  asItWas: verdicts('fff'),
  states: [
    state('pfp', 'Fleet runs', running('orbit', ORBIT)),
    state('fff', 'Fleet is stopped', stopped('orbit', ORBIT)),
    state('pfp', 'JumpCloud runs', running('jcagent', JUMPCLOUD)),
    state('fff', 'JumpCloud’s unit has ended and calls itself active', {
      files: { [unitFile('jcagent')]: '[Service]\nType=oneshot\nRemainAfterExit=yes\nExecStart=/bin/true\n' },
      make: 'systemctl daemon-reload && systemctl start jcagent',
      undo: `systemctl stop jcagent; rm ${unitFile('jcagent')}; systemctl daemon-reload`,
    }),
    state('pff', 'NinjaOne runs', running('ninjarmm-linagent', NINJA)),
    state('fff', 'NinjaOne’s unit is told to start another program', {
      files: {
        [unitFile('ninjarmm-agent')]: text(NINJA),
        [`${unitFile('ninjarmm-agent')}.d/o.conf`]: '[Service]\nExecStart=\nExecStart=/bin/sleep infinity\n',
      },
      make: `install -D /bin/sleep ${NINJA} && systemctl daemon-reload && systemctl start ninjarmm-agent`,
      undo: `systemctl stop ninjarmm-agent; rm -r ${NINJA} ${unitFile('ninjarmm-agent')}*; systemctl daemon-reload`,
    }),
    state('pff', 'NinjaOne’s unit is told to start its own program with another word', {
      files: {
        [unitFile('ninjarmm-agent')]: text(NINJA),
        [`${unitFile('ninjarmm-agent')}.d/o.conf`]: `[Service]\nExecStart=\nExecStart=${NINJA} 1d\n`,
      },
      make: `install -D /bin/sleep ${NINJA} && systemctl daemon-reload && systemctl start ninjarmm-agent`,
      undo: `systemctl stop ninjarmm-agent; rm -r ${NINJA} ${unitFile('ninjarmm-agent')}*; systemctl daemon-reload`,
    }),
    state('fff', 'a unit of the administrator’s takes the place of Fleet’s', {
      files: { [unitFile('orbit')]: text('/usr/local/bin/other') },
      make: `mkdir -p /usr/lib/systemd/system && printf '[Service]\\nExecStart=${ORBIT}\\n' > /usr/lib/systemd/system/orbit.service
install -D /bin/sleep /usr/local/bin/other && systemctl daemon-reload && systemctl start orbit`,
      undo: `systemctl stop orbit; rm /usr/local/bin/other ${unitFile('orbit')} /usr/lib/systemd/system/orbit.service; systemctl daemon-reload`,
    }),
    state('pff', 'Pulseway runs, and is nicer to others by a word of the company’s', {
      ...running('pulseway', '/usr/sbin/pulsewayd'),
      files: {
        [unitFile('pulseway')]: text('/usr/sbin/pulsewayd'),
        [`${unitFile('pulseway')}.d/o.conf`]:
          '[Service]\nExecStart=\nExecStart=/usr/bin/nice -n 5 /usr/sbin/pulsewayd infinity\n',
      },
      undo: `systemctl stop pulseway; rm -r /usr/sbin/pulsewayd ${unitFile('pulseway')}*; systemctl daemon-reload`,
    }),
    state('fff', 'Tactical starts, ends and starts again', {
      files: {
        [unitFile('tacticalagent')]:
          '[Unit]\nStartLimitIntervalSec=0\n[Service]\nExecStart=/bin/sleep 0.3\nRestart=always\nRestartSec=100ms\n',
      },
      make: 'systemctl daemon-reload && systemctl start tacticalagent; sleep 1',
      undo: `systemctl stop tacticalagent; rm ${unitFile('tacticalagent')}; systemctl daemon-reload`,
    }),
    state('pff', 'Tactical runs', running('tacticalagent', '/usr/local/bin/tacticalagent')),
    state('fff', 'a program of the person’s with the name of an agent', {
      make: 'install -D /bin/sleep /home/nadia/orbit; systemd-run --quiet --unit=own-orbit --uid=nadia /home/nadia/orbit infinity',
      undo: 'systemctl stop own-orbit; rm /home/nadia/orbit',
    }),
    state('pff', 'MeshCentral runs', running('meshagent', '/usr/local/mesh_services/meshagent/meshagent')),
    state('fff', 'MeshCentral’s unit cannot start', {
      files: { [unitFile('meshagent')]: '[Service]\nExecStart=/usr/local/mesh_services/none\n' },
      make: 'systemctl daemon-reload; systemctl start meshagent || true',
      undo: `systemctl reset-failed meshagent; rm ${unitFile('meshagent')}; systemctl daemon-reload`,
    }),
    state('pff', 'TeamViewer runs', running('teamviewerd', '/opt/teamviewer/tv_bin/teamviewerd')),
    state('fff', 'TeamViewer’s unit is masked', {
      make: 'systemctl mask --quiet teamviewerd',
      undo: 'systemctl unmask --quiet teamviewerd',
    }),
    state('fpf', 'the agent of the work environment runs', running('fci-agent', '/opt/fci/fci-agent')),
    state('fff', 'the agent of the work environment is stopped', stopped('fci-agent', '/opt/fci/fci-agent')),
    state('ppp', 'all of them run', {
      files: { [unitFile('fci-agent')]: text('/opt/fci/fci-agent'), [unitFile('orbit')]: text(ORBIT) },
      make: `install -D /bin/sleep /opt/fci/fci-agent && install -D /bin/sleep ${ORBIT} && systemctl daemon-reload && systemctl start fci-agent orbit`,
      undo: `systemctl stop fci-agent orbit; rm /opt/fci/fci-agent ${ORBIT} ${unitFile('fci-agent')} ${unitFile('orbit')}; systemctl daemon-reload`,
    }),
    state('fff', 'an agent that ran and was stopped by hand', {
      ...running('cag', '/opt/CentraStage/cag'),
      make: `install -D /bin/sleep /opt/CentraStage/cag && systemctl daemon-reload && systemctl start cag && systemctl stop cag`,
    }),
    state('pff', 'an agent that the company has listed', {
      ...running('houseguard', '/usr/sbin/houseguard'),
      files: {
        [unitFile('houseguard')]: text('/usr/sbin/houseguard'),
        '/etc/workplace/agents.conf': 'house = houseguard.service\n',
      },
    }),
    state('fff', 'an agent that no one has listed', running('houseguard', '/usr/sbin/houseguard')),
    state('ffp', 'Salt’s minion runs', running('salt-minion', '/usr/bin/salt-minion')),
    state('fff', 'Salt’s minion is stopped', stopped('salt-minion', '/usr/bin/salt-minion')),
    state('ffp', 'Salt’s minion runs by way of another program', {
      ...running('salt-minion', '/usr/bin/salt-minion'),
      files: { [unitFile('salt-minion')]: text('/usr/bin/nice -n 5 /usr/bin/salt-minion') },
    }),
    state('fff', 'a unit of Salt’s name only waits, by way of another program', {
      ...running('salt-minion', '/usr/bin/salt-minion'),
      files: { [unitFile('salt-minion')]: text('/usr/bin/env sleep') },
    }),
    state('ffp', 'Landscape’s client runs', running('landscape-client', '/usr/bin/landscape-client')),
    state('fff', 'Intune is installed and no one is enrolled', {
      make: 'mkdir -p /opt/microsoft/intune',
      undo: 'rm -r /opt/microsoft',
    }),
    state('pff', 'the agent runs and the timer of Intune does not', {
      ...running('pulseway', '/usr/sbin/pulsewayd'),
      make: `mkdir -p /opt/microsoft/intune; ${running('pulseway', '/usr/sbin/pulsewayd').make}`,
      undo: `rm -r /opt/microsoft; ${running('pulseway', '/usr/sbin/pulsewayd').undo}`,
    }),
  ],
};
