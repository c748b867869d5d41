import { type State, type Subject, verdictsOf } from './state.ts';

type How = Omit<State, 'name' | 'expected'>;

const CHECKS = [
  'AntiVirusInstalled',
  'AntiVirusRealtimeProtection',
  'AntiVirusSignaturesUpToDate',
  'NoActiveInfections',
] as const;
const verdicts = (letters: string) => verdictsOf(CHECKS, letters);
const state = (letters: string, name: string, how: How): State => ({ name, ...how, expected: verdicts(letters) });

/** Where the daemon has its definitions from. */
const FOLDER = '/var/lib/clamav/own';
const DEFINITIONS = `${FOLDER}/daily.cvd`;
const made = (when: string): How => ({ make: `make-definitions '${when}'`, undo: "make-definitions 'now'" });

/** The vendor's head is made up, and the daemon would not start with it: it is put there once the daemon has loaded all. */
const START = `rm -f ${DEFINITIONS}; systemctl daemon-reload; systemctl reset-failed clamav-daemon clamav-clamonacc 2>/dev/null || true; systemctl start clamav-daemon clamav-clamonacc; until pgrep -x clamonacc >/dev/null; do sleep 0.1; done; clamdscan --ping 30:1 >/dev/null || true; make-definitions now`;
/** A drop-in for a unit of ClamAV's; the service is started again with it, and without it afterwards. */
const dropIn = (unit: string, text: string): How => ({
  files: { [`/etc/systemd/system/${unit}.service.d/company.conf`]: text },
  make: `systemctl daemon-reload; systemctl restart ${unit} || true`,
  undo: `rm -r /etc/systemd/system/${unit}.service.d/company.conf; systemctl stop ${unit} || true; ${START}`,
});

const CRASHES = dropIn(
  'clamav-clamonacc',
  '[Unit]\nStartLimitIntervalSec=0\n[Service]\nExecStartPre=\nExecStart=\nExecStart=/bin/sleep 1\nExecStop=\nRestart=always\nRestartSec=100ms\n',
);

const CLAMAV: readonly State[] = [
  state('pfpp', 'ClamAV: nothing looks at files as they are opened', {
    make: 'systemctl stop clamav-clamonacc',
    undo: START,
  }),
  state('ppfp', 'ClamAV: definitions of last year', made('1 year ago')),
  state('pppp', 'ClamAV: definitions of six days ago', made('6 days ago')),
  state('ppfp', 'ClamAV: definitions of eight days ago', made('8 days ago')),
  state('ppup', 'ClamAV: definitions of next week', made('next week')),
  state('ppfp', 'ClamAV: no definitions of the vendor’s', {
    make: `rm ${DEFINITIONS}`,
    undo: "make-definitions 'now'",
  }),
  state('pfpp', 'ClamAV: the daemon is stopped', {
    make: 'systemctl stop clamav-clamonacc clamav-daemon.socket clamav-daemon.service',
    undo: START,
  }),
  state('pppp', 'ClamAV: the updater is off and the definitions are new', {
    make: 'systemctl disable --quiet --now clamav-freshclam',
  }),
  state(
    'pfpp',
    'ClamAV: the unit has ended and calls itself active',
    dropIn(
      'clamav-clamonacc',
      '[Service]\nType=oneshot\nRemainAfterExit=yes\nExecStartPre=\nExecStart=\nExecStart=/bin/true\nExecStop=\n',
    ),
  ),
  state('pppp', 'ClamAV: a unit with settings of its own', dropIn('clamav-clamonacc', '[Service]\nNice=5\n')),
  state('pfpp', 'ClamAV: the unit starts, ends and starts again', {
    ...CRASHES,
    // A program that has only just been started has not crashed yet.
    make: `${CRASHES.make}; until [ "$(systemctl show -p NRestarts --value clamav-clamonacc)" -gt 0 ]; do sleep 0.1; done`,
  }),
  state(
    'pfpp',
    'ClamAV: the unit is told to do nothing',
    dropIn('clamav-clamonacc', '[Service]\nExecStartPre=\nExecStart=\nExecStart=/bin/true\nExecStop=\n'),
  ),
  state('pfpp', 'ClamAV: the unit is masked', {
    make: 'systemctl stop clamav-clamonacc; mv /lib/systemd/system/clamav-clamonacc.service /root; systemctl mask --quiet clamav-clamonacc',
    undo: `systemctl unmask --quiet clamav-clamonacc; mv /root/clamav-clamonacc.service /lib/systemd/system; ${START}`,
  }),
];

const SETTINGS = '/etc/clamav/clamd.conf';
/** Other settings of ClamAV's, which is started again with them. */
const told = (change: string): How => ({
  make: `cp ${SETTINGS} /root/clamd.conf; ${change}; systemctl stop clamav-clamonacc clamav-daemon; ${START}`,
  undo: `cp /root/clamd.conf ${SETTINGS}; systemctl stop clamav-clamonacc clamav-daemon; ${START}`,
});
const add = (line: string): How => told(`echo '${line}' >> ${SETTINGS}`);
const change = (name: string, value: string): How => told(`sed -i 's#^${name} .*#${name} ${value}#' ${SETTINGS}`);

const TOLD: readonly State[] = [
  state('pfpp', 'ClamAV: it only reports what it finds', change('OnAccessPrevention', 'no')),
  state('pppp', 'ClamAV: a folder of the person’s is left out', add('OnAccessExcludePath /home/nadia/.cache')),
  state('pfpp', 'ClamAV: the person’s documents are left out', add('OnAccessExcludePath /home/nadia/Documents')),
  state('pppp', 'ClamAV: a folder of a database is left out', add('OnAccessExcludePath /home/shared/db')),
  state('pfpp', 'ClamAV: the person is left out', add('OnAccessExcludeUname nadia')),
  state('pfpp', 'ClamAV: all people’s folders are left out', add('OnAccessExcludePath /home')),
  state('pfpp', 'ClamAV: an empty folder is watched', change('OnAccessIncludePath', '/var/empty')),
  state('pfpp', 'ClamAV: files of more than a byte are left out', change('MaxFileSize', '1')),
  state('ppfp', 'ClamAV: the daemon has its definitions from a folder without the vendor’s', {
    ...told(
      `mkdir -p /srv/db /var/empty; cp ${FOLDER}/test.hdb /srv/db; chown -R clamav:clamav /srv/db; sed -i 's#^DatabaseDirectory .*#DatabaseDirectory /srv/db#' ${SETTINGS}`,
    ),
  }),
];

/** What is left when ClamAV goes; the packages stay, so that it is there again at once. */
const AWAY = `systemctl stop clamav-clamonacc clamav-daemon.socket clamav-daemon.service
mkdir -p /root/away
for name in clamav-daemon.service clamav-daemon.socket clamav-clamonacc.service; do mv /lib/systemd/system/$name /root/away; done
mv /etc/systemd/system/clamav-daemon.service.d /root/away
mv /usr/bin/clamscan /usr/sbin/clamd /root/away
mv /etc/init.d/clamav-daemon /root/away/init
systemctl daemon-reload
`;
const BACK = `mv /root/away/clamscan /usr/bin; mv /root/away/clamd /usr/sbin; mv /root/away/init /etc/init.d/clamav-daemon
mv /root/away/clamav-daemon.service.d /etc/systemd/system
mv /root/away/*.service /root/away/*.socket /lib/systemd/system
${START}`;
const instead = (how: How): How => ({ ...how, make: `${AWAY}${how.make ?? ''}`, undo: `${how.undo ?? ''}\n${BACK}` });

/** A program in its maker's place that does nothing, and the unit by which its maker starts it. */
const product = (unit: string, program: string): How => ({
  files: {
    [`/etc/systemd/system/${unit}.service`]: `[Service]\nExecStart=${program} infinity\n\n[Install]\nWantedBy=multi-user.target\n`,
  },
  make: `install -D /bin/sleep ${program} && systemctl daemon-reload && systemctl start ${unit}`,
  undo: `systemctl stop ${unit}; rm ${program}`,
});

interface Health {
  readonly healthy?: boolean;
  readonly licensed?: boolean;
  readonly realTimeProtectionEnabled?: boolean;
  readonly realTimeProtectionAvailable?: boolean;
  readonly passiveModeEnabled?: boolean;
  readonly definitionsStatus?: string;
}
/** Microsoft Defender's tool: its answers after its documents. */
const mdatp = (health: Health | string, threats = '[]'): How => {
  const whole = {
    healthy: true,
    licensed: true,
    realTimeProtectionEnabled: true,
    realTimeProtectionAvailable: true,
    passiveModeEnabled: false,
  };
  const status = typeof health === 'string' ? 'upToDate' : (health.definitionsStatus ?? 'upToDate');
  const answer =
    typeof health === 'string' ? health : JSON.stringify({ ...whole, ...health, definitionsStatus: { $type: status } });
  return {
    files: {
      '/usr/bin/mdatp': `#!/bin/sh\nif [ "$1" = threat ]; then cat <<'X'\n${threats}\nX\nelse cat <<'X'\n${answer}\nX\nfi\n`,
    },
    make: 'chmod 755 /usr/bin/mdatp\n',
  };
};
const defender = (...answers: Parameters<typeof mdatp>): How => {
  const how = mdatp(...answers);
  return instead({ ...how, undo: 'rm /usr/bin/mdatp' });
};
const threat = (status: string) =>
  JSON.stringify([{ id: 'a', name: 'EICAR-Test-File', status, filePaths: ['/home/nadia/eicar.com'] }]);

const OTHERS: readonly State[] = [
  state('fffp', 'no antivirus', instead({})),
  state('fffp', 'ClamAV was removed, and what its administrator may have changed is left', {
    ...instead({
      make: 'mv /root/away/init /etc/init.d/clamav-daemon; systemctl daemon-reload',
      undo: 'mv /etc/init.d/clamav-daemon /root/away/init',
    }),
  }),
  state(
    'fffp',
    'a program of the person’s with the name of one',
    instead({
      make: 'install -D /bin/sleep /home/nadia/falcond; systemd-run --quiet --unit=mine --uid=nadia /home/nadia/falcond infinity',
      undo: 'systemctl stop mine; rm /home/nadia/falcond',
    }),
  ),
  state('ppup', 'CrowdStrike runs', instead(product('falcon-sensor', '/opt/CrowdStrike/falcond'))),
  state(
    'pfup',
    'CrowdStrike is stopped',
    instead({
      files: product('falcon-sensor', '/opt/CrowdStrike/falcond').files ?? {},
      make: 'systemctl daemon-reload',
    }),
  ),
  state('pfup', 'CrowdStrike’s program is stopped, and not ended', {
    ...instead({
      ...product('falcon-sensor', '/opt/CrowdStrike/falcond'),
      make: `${product('falcon-sensor', '/opt/CrowdStrike/falcond').make}; pkill -STOP -x falcond`,
    }),
  }),
  state('ppup', 'Cortex XDR runs', instead(product('traps_pmd', '/opt/traps/bin/pmd'))),
  state('ppup', 'SentinelOne runs', instead(product('sentinelone', '/opt/sentinelone/bin/sentinelone-agent'))),
  state(
    'pfup',
    'SentinelOne fails to start',
    instead({
      files: { '/etc/systemd/system/sentinelone.service': '[Service]\nExecStart=/opt/sentinelone/bin/none\n' },
      make: 'systemctl daemon-reload; systemctl start sentinelone || true',
      undo: 'systemctl reset-failed sentinelone',
    }),
  ),
  state('ppup', 'ESET runs next to ClamAV, which is stopped', {
    ...product('eea', '/opt/eset/eea/sbin/startd'),
    make: `systemctl stop clamav-clamonacc clamav-daemon.socket clamav-daemon.service; ${product('eea', '/opt/eset/eea/sbin/startd').make}`,
    undo: `${product('eea', '/opt/eset/eea/sbin/startd').undo}; ${START}`,
  }),
  state('pppp', 'Microsoft Defender protects', defender({})),
  state('pfpp', 'Microsoft Defender without real-time protection', defender({ realTimeProtectionEnabled: false })),
  state('ppfp', 'Microsoft Defender with old definitions', defender({ definitionsStatus: 'outOfDate' })),
  state('pfpp', 'Microsoft Defender only looks on (passive)', defender({ passiveModeEnabled: true })),
  state('pppf', 'Microsoft Defender and a threat that is there', defender({}, threat('active'))),
  state('pppp', 'Microsoft Defender and a threat in quarantine', defender({}, threat('quarantined'))),
  state('pppf', 'Microsoft Defender and a threat that could not be removed', defender({}, threat('remove_failed'))),
  state(
    'pppu',
    'Microsoft Defender and a threat in a state that no one has described',
    defender({}, threat('pondering')),
  ),
  state('pfpp', 'Microsoft Defender, where the kernel cannot do it', defender({ realTimeProtectionAvailable: false })),
  state('uuup', 'Microsoft Defender answers something else', defender('could not connect to the daemon')),
  state('pfpp', 'Microsoft Defender without a licence', defender({ healthy: false, licensed: false })),
  state('pupp', 'Microsoft Defender, not healthy for a reason that is not said', defender({ healthy: false })),
];

export const ANTIVIRUS: Subject = {
  name: 'antivirus',
  asItWas: verdicts('pppp'),
  // The daemon starts with any database; the vendor's, hundreds of megabytes, are not needed to run.
  prepare: `
cat > /usr/bin/make-definitions <<'X'
#!/bin/sh
printf '%-512s' "ClamAV-VDB:date:27400:1:90:X:X:vestibule:$(date -d "$1" +%s)" > ${DEFINITIONS}
X
chmod 755 /usr/bin/make-definitions
mkdir -p /etc/systemd/system/clamav-daemon.service.d /var/lib/clamav/own /root/quarantine /var/empty
printf '44d88612fea8a8f36de82e1278abb02f:68:Test-File\\n' > /var/lib/clamav/own/test.hdb
chown -R clamav:clamav /var/lib/clamav
printf '[Unit]\\nConditionPathExistsGlob=\\n' > /etc/systemd/system/clamav-daemon.service.d/any-database.conf
sed -i 's#^DatabaseDirectory .*#DatabaseDirectory /var/lib/clamav/own#' /etc/clamav/clamd.conf
printf 'OnAccessExcludeUname clamav\\nOnAccessIncludePath /home\\nOnAccessPrevention yes\\n' >> /etc/clamav/clamd.conf
${START}
`,
  states: [...CLAMAV, ...TOLD, ...OTHERS],
};
