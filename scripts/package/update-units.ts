import { dirname } from 'node:path';
import { machinePlaces } from '../../apps/client/src/install/browsers.ts';

const MANIFEST_FOLDERS = [...new Set(machinePlaces('linux', '').map(({ manifest }) => dirname(manifest)))];

/** For installations that only root can write to: the same signed, staged update, once a day, when an administrator turns it on. */
const UPDATE_SERVICE = `[Unit]
Description=Update Workplace for everyone on this computer
Wants=network-online.target
After=network-online.target

[Service]
Type=oneshot
ExecStart=/opt/workplace/workplace update --scope machine
# There was nothing to do, or another process did it.
SuccessExitStatus=1
UMask=0022
NoNewPrivileges=yes
CapabilityBoundingSet=
ProtectSystem=strict
ReadWritePaths=/opt/workplace
# What browsers are told; a folder that is not there is not missed.
ReadWritePaths=${MANIFEST_FOLDERS.map((folder) => `-${folder}`).join(' ')}
ProtectHome=yes
PrivateTmp=yes
PrivateDevices=yes
ProtectKernelTunables=yes
ProtectKernelModules=yes
ProtectControlGroups=yes
RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6 AF_NETLINK
RestrictSUIDSGID=yes
LockPersonality=yes
`;

const UPDATE_TIMER = `[Unit]
Description=Update Workplace every day

[Timer]
OnCalendar=daily
RandomizedDelaySec=6h
Persistent=true

[Install]
WantedBy=timers.target
`;

export const UPDATE_UNITS: Readonly<Record<string, string>> = {
  'workplace-update.service': UPDATE_SERVICE,
  'workplace-update.timer': UPDATE_TIMER,
};
