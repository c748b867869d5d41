import type { OperatingSystem } from '@vestibule/contracts';

/**
 * A sentence with two marks: `**name**` for the words a person looks for on the screen, and backticks for what is typed.
 */
export type Marked = string;

/** One thing to do; a command stands below its sentence, so that it can be copied in one piece. */
export type Step = Marked | { readonly text: Marked; readonly command: string };

export interface Guide {
  /** Which version, desktop or product these steps are for; left out when there is only one way. */
  readonly label?: string;
  readonly steps: readonly Step[];
  readonly note?: Marked;
}

export interface SystemHelp {
  /** Why there is nothing, or little, to be done on this system. Stands before the steps. */
  readonly remark?: Marked;
  /** Address of the settings page in the system's own scheme, for the computer the person sits at. */
  readonly settings?: { readonly label: string; readonly href: string };
  /** May be empty only where `remark` says why. */
  readonly guides: readonly Guide[];
}

export interface Article {
  /** What the person does: 'Turn on the firewall'. */
  readonly title: string;
  /** One sentence: why it matters. */
  readonly why: Marked;
  /** Of the systems on which the check exists. */
  readonly systems: Readonly<Partial<Record<OperatingSystem, SystemHelp>>>;
  /** What it looks like when the company decides; left out where the system's usual words say it. */
  readonly managed?: Marked;
  /** What the check reads, for the page that lists all of it. Articles of checks beyond the specification's have it. */
  readonly reads?: { readonly name: string; readonly text: Marked };
  /** What comes before the usual sentence on what happens next. */
  readonly after?: Marked;
}

/** Settings pages that several articles open. */
export const SETTINGS_PAGES = {
  windowsUpdate: 'ms-settings:windowsupdate',
  windowsLockScreen: 'ms-settings:lockscreen',
  windowsThreats: 'windowsdefender://threat',
  macosSoftwareUpdate: 'x-apple.systempreferences:com.apple.Software-Update-Settings.extension',
  macosLockScreen: 'x-apple.systempreferences:com.apple.Lock-Screen-Settings.extension',
} as const;

/** Starts GNOME's lock after ten minutes. */
export const GNOME_IDLE_DELAY = 'gsettings set org.gnome.desktop.session idle-delay 600';

/** Desktops that leave the lock to a program of its own. */
export const OTHER_DESKTOPS: Guide = {
  label: 'XFCE, MATE, LXQt, i3 and sway',
  steps: [
    'A program of its own locks the screen there, and has to start with your session.',
    'XFCE: install **xfce4-screensaver** or **light-locker**. MATE: install **mate-screensaver**. Sign out and in again.',
    'LXQt: install **xscreensaver**, let it start with your session, and turn on **Lock Screen After** in its settings.',
    { text: 'i3: add this to what your session starts.', command: 'xset s 600 5; xss-lock -- i3lock -n' },
    { text: 'sway: add this to what your session starts.', command: "swayidle -w timeout 600 'swaylock -f'" },
  ],
  note: 'Workplace cannot tell what **xautolock** does, which may be turned off in itself. Use **xss-lock** in its place.',
};
