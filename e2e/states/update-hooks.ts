import type { State } from './state.ts';
import { failed, type How, passed, unknown } from './update-rows.ts';

const SETTINGS = '/etc/apt/apt.conf.d/99company';
const apt = (text: string): How => ({ files: { [SETTINGS]: text } });
const DPKG = '/etc/dpkg/dpkg.cfg.d/company';
const dpkg = (text: string): How => ({ files: { [DPKG]: text } });
const LOCAL = '/usr/local/bin/apt-get';

/** What APT and dpkg are told to run, or to leave out, by the company and by packages. */
export const UPDATE_HOOKS: readonly State[] = [
  failed('a command before installing always ends badly', apt('DPkg::Pre-Invoke { "exit 1"; };\n')),
  passed('a command before installing makes room for it', apt('DPkg::Pre-Invoke { "mount -o remount,rw /usr"; };\n')),
  failed('a command before fetching always ends badly', apt('APT::Update::Pre-Invoke { "/bin/false"; };\n')),
  passed('a command after installing tells the company', apt('DPkg::Post-Invoke { "/opt/company/tell || true"; };\n')),
  failed(
    'the list of what is installed goes to a command that refuses',
    apt('DPkg::Pre-Install-Pkgs { "exit 1"; };\n'),
  ),
  unknown(
    'a program of one’s own decides whether anything is installed',
    apt('DPkg::Pre-Invoke { "/opt/company/ask"; };\n'),
  ),
  passed('a package asks before installing', {
    make: `mkdir -p /srv/hook/DEBIAN /srv/hook/etc/apt/apt.conf.d
printf 'Package: own-hook\\nVersion: 1\\nArchitecture: all\\nMaintainer: Us <us@example.org>\\nDescription: x\\n' > /srv/hook/DEBIAN/control
printf '/etc/apt/apt.conf.d/98hook\\n' > /srv/hook/DEBIAN/conffiles
printf 'DPkg::Pre-Install-Pkgs { "/usr/bin/own-hook --apt || test $? -lt 10"; };\\n' > /srv/hook/etc/apt/apt.conf.d/98hook
dpkg-deb --build /srv/hook /srv/hook.deb >/dev/null && dpkg -i /srv/hook.deb >/dev/null`,
    undo: 'dpkg --purge own-hook >/dev/null; rm -r /srv/hook /srv/hook.deb',
  }),
  unknown('the question of a package was changed', {
    make: `mkdir -p /srv/hook/DEBIAN /srv/hook/etc/apt/apt.conf.d
printf 'Package: own-hook\\nVersion: 1\\nArchitecture: all\\nMaintainer: Us <us@example.org>\\nDescription: x\\n' > /srv/hook/DEBIAN/control
printf '/etc/apt/apt.conf.d/98hook\\n' > /srv/hook/DEBIAN/conffiles
printf 'DPkg::Pre-Install-Pkgs { "/usr/bin/own-hook --apt || true"; };\\n' > /srv/hook/etc/apt/apt.conf.d/98hook
dpkg-deb --build /srv/hook /srv/hook.deb >/dev/null && dpkg -i /srv/hook.deb >/dev/null
sed -i 's/ || true//' /etc/apt/apt.conf.d/98hook`,
    undo: 'dpkg --purge own-hook >/dev/null; rm -r /srv/hook /srv/hook.deb',
  }),
  passed('no manuals are installed', dpkg('path-exclude=/usr/share/man/*\n')),
  failed('dpkg only shows what it would do', dpkg('no-act\n')),
  passed('dpkg writes without waiting', dpkg('force-unsafe-io\n')),
  failed('dpkg leaves out every program', dpkg('path-exclude=/usr/*\n')),
  unknown('dpkg installs into another folder', dpkg('instdir=/srv/other\n')),
  failed('APT is told to print and not to install', apt('Debug::pkgDPkgPM "true";\n')),
  passed('APT is told to install, by a number', apt('Debug::pkgDPkgPM "0";\n')),
  failed('APT is told to print and not to install, by a number', apt('Debug::pkgDPkgPM "1";\n')),
  unknown('APT is told of another program to install with', apt('Dir::Bin::dpkg "/bin/true";\n')),
  passed('APT is told of the usual program', apt('Dir::Bin::dpkg "/usr/bin/dpkg";\n')),
  unknown('another program comes before the one that fetches', {
    files: { [LOCAL]: '#!/bin/sh\nexit 0\n' },
    make: `chmod 755 ${LOCAL}`,
  }),
  passed('old settings of the hooks lie in a file that is not read', {
    files: { [`${SETTINGS}.disabled`]: 'DPkg::Pre-Invoke { "exit 1"; };\n' },
  }),
];
