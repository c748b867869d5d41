import type { OperatingSystem } from '@vestibule/contracts';

interface Release {
  readonly id: string;
  readonly version: string;
  readonly name: string;
}

/** How a laptop with this system describes itself. */
export interface Look {
  readonly deviceName: string;
  readonly model: string;
  readonly manufacturer: string;
  readonly current: Release;
  /** Older than any policy would accept. */
  readonly tooOld: Release;
  readonly firewall: string;
  readonly antivirus: { readonly id: string; readonly name: string };
  readonly threatenedFile: string;
  readonly volume: string;
  readonly updates: string;
  readonly desktop: string;
  /** Where an automatic sign-in is set. */
  readonly automaticSignIn: string;
}

export const LOOKS: Readonly<Record<OperatingSystem, Look>> = {
  windows: {
    deviceName: 'SYNTHETIC-WINDOWS',
    model: 'Synthetic laptop',
    manufacturer: 'Vestibule',
    current: { id: 'Professional', version: '10.0.26200', name: 'Windows 11 Pro 25H2' },
    tooOld: { id: 'Professional', version: '6.1.7601', name: 'Windows 7 Professional' },
    firewall: 'Windows Firewall',
    antivirus: { id: 'defender', name: 'Microsoft Defender Antivirus' },
    threatenedFile: String.raw`C:\Users\Public\Downloads\eicar.com`,
    volume: 'C:',
    updates: 'Windows Update',
    desktop: 'Windows',
    automaticSignIn: String.raw`HKLM\SOFTWARE\Microsoft\Windows NT\CurrentVersion\Winlogon`,
  },
  macos: {
    deviceName: 'Synthetic MacBook',
    model: 'Synthetic laptop',
    manufacturer: 'Vestibule',
    current: { id: 'macOS', version: '26.1', name: 'macOS 26.1' },
    tooOld: { id: 'macOS', version: '10.13.6', name: 'macOS 10.13.6' },
    firewall: 'macOS Application Firewall',
    antivirus: { id: 'xprotect', name: 'XProtect' },
    threatenedFile: '/Users/Shared/eicar.com',
    volume: '/',
    updates: 'Software Update',
    desktop: 'macOS',
    automaticSignIn: '/Library/Preferences/com.apple.loginwindow.plist',
  },
  linux: {
    deviceName: 'synthetic-linux',
    model: 'Synthetic laptop',
    manufacturer: 'Vestibule',
    current: { id: 'debian', version: '13', name: 'Debian GNU/Linux 13' },
    tooOld: { id: 'debian', version: '8', name: 'Debian GNU/Linux 8' },
    firewall: 'nftables',
    antivirus: { id: 'clamav', name: 'ClamAV' },
    threatenedFile: '/home/synthetic/eicar.com',
    volume: '/dev/mapper/vg-root',
    updates: 'unattended-upgrades',
    desktop: 'GNOME',
    automaticSignIn: '/etc/gdm3/daemon.conf',
  },
};
