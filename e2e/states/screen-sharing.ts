import type { State, Verdict } from './state.ts';

const SCHEMAS = '/usr/share/glib-2.0/schemas';
const schema = (protocol: string) =>
  `<schema id="org.gnome.desktop.remote-desktop.${protocol}" path="/org/gnome/desktop/remote-desktop/${protocol}/">
<key name="enable" type="b"><default>false</default></key></schema>`;

/** The switches of GNOME's remote desktop as its own package describes them. */
export const PREPARE_SHARING = `
cat > ${SCHEMAS}/org.gnome.desktop.remote-desktop.gschema.xml <<'END'
<schemalist>${schema('rdp')}${schema('vnc')}</schemalist>
END
$(find /usr/lib -name glib-compile-schemas | head -n 1) ${SCHEMAS}
`;

const UNIT = '/etc/systemd/user/gnome-remote-desktop.service';
const FOLDER = '/home/nadia/.sharing';
const OWN = 'runuser -u nadia -- env XDG_RUNTIME_DIR=/run/user/$(id -u nadia) systemctl --user';

/** The daemon's unit, with a program that does nothing, in a manager of the person's own that has settings in a file. */
const sharing = (RemoteLoginOff: Verdict, name: string, keys: string, start: string): State => ({
  name,
  files: {
    [UNIT]: '[Service]\nExecStart=/bin/sleep infinity\n[Install]\nWantedBy=default.target\n',
    [`${FOLDER}/glib-2.0/settings/keyfile`]: keys,
  },
  make: `chown -R nadia ${FOLDER}; systemctl start user@$(id -u nadia).service
${OWN} set-environment XDG_CONFIG_HOME=${FOLDER} GSETTINGS_BACKEND=keyfile
${OWN} daemon-reload
${start}`,
  undo: `systemctl --global --quiet disable gnome-remote-desktop; systemctl stop user@$(id -u nadia).service; rm -rf ${FOLDER}`,
  expected: { RemoteLoginOff },
});

const shared = (protocol: string) => `[org/gnome/desktop/remote-desktop/${protocol}]\nenable=true\n`;
const RUN = `${OWN} start gnome-remote-desktop`;

export const SHARING: readonly State[] = [
  sharing('failed', 'GNOME shares the screen', shared('rdp'), RUN),
  sharing('passed', 'GNOME’s remote desktop runs, as on every Ubuntu, and shares nothing', '', RUN),
  sharing(
    'failed',
    'GNOME shares the screen from the next session on',
    shared('vnc'),
    `systemctl --global --quiet enable gnome-remote-desktop; ${OWN} daemon-reload`,
  ),
  sharing('passed', 'GNOME is set to share the screen, and its remote desktop is off', shared('rdp'), 'true'),
];
