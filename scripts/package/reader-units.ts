import { READER_SOCKET } from '../../apps/client/src/reader/protocol.ts';

/** Everybody may ask: what is answered is the same for all, and no secret. Its folder is root's, so no one can stand in. */
const READER_SOCKET_UNIT = `[Unit]
Description=Where Workplace asks for what only root may read

[Socket]
ListenStream=${READER_SOCKET}
SocketUser=root
SocketGroup=root
SocketMode=0666
DirectoryMode=0755
RemoveOnStop=yes

[Install]
WantedBy=sockets.target
`;

/**
 * The kernel tells its firewall rules to CAP_NET_ADMIN in this network alone: with a network of its own the service would
 * see none. Rules of iptables-legacy it tells only to a raw socket of the internet (CAP_NET_RAW), over which nothing goes out or
 * comes in (IPAddressDeny). Some distributions close /etc/shadow to all but CAP_DAC_READ_SEARCH. All else is taken away. Node runs without making code, so memory need not be written and run.
 */
const READER_SERVICE_UNIT = `[Unit]
Description=Read for Workplace what only root may read
Documentation=file:/opt/workplace
Requires=workplace-reader.socket
CollectMode=inactive-or-failed

[Service]
Type=simple
ExecStart=/opt/workplace/workplace-reader
User=root
UMask=0077
CapabilityBoundingSet=CAP_NET_ADMIN CAP_NET_RAW CAP_DAC_READ_SEARCH
AmbientCapabilities=
NoNewPrivileges=yes
RestrictAddressFamilies=AF_UNIX AF_NETLINK AF_INET AF_INET6
IPAddressDeny=any
MemoryDenyWriteExecute=yes
ProtectSystem=strict
ProtectHome=yes
ReadOnlyPaths=/
InaccessiblePaths=-/root -/srv -/mnt -/media
PrivateTmp=yes
PrivateDevices=yes
PrivateIPC=yes
PrivateMounts=yes
DevicePolicy=closed
ProtectClock=yes
ProtectHostname=yes
ProtectKernelLogs=yes
ProtectKernelModules=yes
ProtectKernelTunables=yes
ProtectControlGroups=yes
ProtectProc=invisible
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
LockPersonality=yes
RemoveIPC=yes
KeyringMode=private
SystemCallArchitectures=native
SystemCallFilter=@system-service
SystemCallFilter=~@privileged @resources
SystemCallErrorNumber=EPERM
# However many ask: no more than this of what others need.
CPUWeight=20
MemoryMax=256M
TasksMax=64
LimitNOFILE=2048
LimitCORE=0
`;

export const READER_UNITS: Readonly<Record<string, string>> = {
  'workplace-reader.socket': READER_SOCKET_UNIT,
  'workplace-reader.service': READER_SERVICE_UNIT,
};
