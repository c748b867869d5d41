import { carriesOut } from './console-programs.ts';

/** First programs of systems: what one of these starts asks for a name and a password. */
const REAL_INITS = [
  /^(?:\/usr)?\/s?bin\/(?:init|systemd|sysvinit|openrc-init|runit-init|runit|dinit|finit|s6-svscan)$/,
  /^(?:\/usr)?\/lib\/(?:systemd\/systemd(?:-bootchart)?|sysvinit\/init|finit\/finit)$/,
  /^\/init$|^\/nix\/(?:store\/[\w.+-]+|var\/nix\/profiles\/[\w.-]+)\/init$/,
];
const INIT_NAMES = ['init', 'rdinit', 'real_init', 'realinit'];
/** A stop on the way, with a shell of root's. */
const STOPS = ['rd.break', 'break', 'rdbreak'];
const NO = /^(?:0|no|n|f|false|off)$/i;

/** Units that ask, or open nothing by themselves. */
const UNITS_THAT_ASK =
  /^(?:default|graphical|multi-user|rescue|emergency|runlevel[0-6]|initrd|initrd-[a-z-]+|sysinit|basic|network|network-online|poweroff|reboot|halt|system-update|factory-reset|sysupdate)\.target$/;
const DEBUG_SHELL = /^debug-shell(?:\.service)?$/;

/** Words for systemd that start nothing: how it reports, waits, mounts what is there, and what it leaves out. */
const QUIET_OF_SYSTEMD = new RegExp(
  `^(?:${[
    'mask',
    'log_[a-z_]+|show_status|status_unit_format|journald\\..*|debug_tty|default_debug_tty|crash_chvt|crash_action|crash_reboot',
    'dump_core|service_watchdogs|watchdog_[a-z_]+|cpu_affinity|default_[a-z_]+|clock_usec|random_seed|hostname',
    'machine_id|tty\\..*|unified_cgroup_hierarchy|legacy_systemd_cgroup_controller|restore_state|swap|swap_extra|zram|zram\\..*',
    'gpt_auto|image_policy|image_filter|verity.*|allow_userspace_verity|battery_check|tpm2_[a-z_]+|pcrlock.*|getty_auto',
    'run_success_action|run_failure_action|import_credentials|ssh_auto|rfkill.*|hibernate.*|bsod.*|battery.*|reload_limit.*',
  ].join('|')})$`,
);
/** What dracut and others do before the system is there: find, unlock and mount the drive. */
const QUIET_BEFORE = new RegExp(
  `^rd\\.(?:${[
    '(?:luks|lvm|md|dm|driver|udev|vconsole|locale|live|znet|zfcp|dasd|iscsi|nvmf|nfs|multipath|fips|plymouth|net|virtiofs)(?:[._].*)?',
    'auto|shell|debug|info|quiet|hostonly|retry|timeout|skipfsck|neednet|peerdns|bootif|route|znet_ifname|memdebug|minidebug',
    'fstab|noverifyssl|writable\\.fsimg|overlayfs|emergency_action|fcoe|nbd|cifs|lunmask|hotplug|usrmount|modules_load|kdumploglvl',
    'dhcp\\..*|ip|brltty|tpm.*|luks|lvm|md|zfs.*|btrfs.*|bcache|earlykdump|retain_initrd|logo.*|kiwi\\..*|event-timeout|noinitrd',
  ].join('|')})$`,
);
/** What the kernel hands on to the first program by these names is not carried out. */
const QUIET_VARIABLES =
  /^(?:BOOT_IMAGE|BOOTIF|BOOT|LANG|LANGUAGE|LC_[A-Z]+|TZ|TERM|COLUMNS|LINES|SYSFONT(?:ACM)?|UNIMAP|FONT|KEYMAP|KEYTABLE|KEYBOARDTYPE|SLACK_KERNEL|SYSTEMD_LOG_[A-Z]+|SYSTEMD_COLORS|DEBIAN_FRONTEND|DEBCONF_DEBUG|PLYMOUTH_[A-Z]+|NAME|ID)$/;

/**
 * Whether a word that the kernel starts with opens a shell of root's that asks no one. Of words that programs carry out those are
 * known that do no such thing; the kernel's own, and its drivers', start nothing.
 * @returns null where that cannot be told
 */
export function wordOpensShell(word: string): boolean | null {
  const [, written = '', value = ''] = /^([^=]*)=?(.*)$/s.exec(word) ?? [];
  // A part of a command that a file has carried out when it is written.
  if (/`|\$\(/.test(word)) return null;
  if (INIT_NAMES.includes(written)) return initOpensShell(value);
  if (STOPS.includes(written)) return true;
  // An option of the first program itself: `-b` is the word `emergency`.
  if (/^--?[A-Za-z]/.test(word)) return /^-[bsz]$/.test(word) ? false : null;
  if (/^(?:rd\.)?systemd\./.test(written)) {
    const isBefore = written.startsWith('rd.');
    return systemdOpensShell(written.replace(/^(?:rd\.)?systemd\./, '').replaceAll('-', '_'), value, isBefore);
  }
  if (written.startsWith('rd.')) return QUIET_BEFORE.test(written) ? false : null;
  if (/^[A-Z_][A-Z0-9_]*$/.test(written) && word.includes('=')) return variableOpensShell(written, value);
  // A debugger of the kernel on a keyboard or a line; instructions for a new computer from elsewhere.
  if (/^kgdb(?:oc|wait)/.test(written) || /^cloud-config-url$/.test(written)) return null;
  if (written === 'ds' && /(?:^|;)(?:s|seedfrom)=/.test(value)) return null;
  return false;
}

function initOpensShell(value: string): boolean | null {
  if (carriesOut(value)) return true;
  return REAL_INITS.some((pattern) => pattern.test(value)) ? false : null;
}

/** @param name with `_` for every `-`, as systemd compares them */
function systemdOpensShell(name: string, value: string, isBefore: boolean): boolean | null {
  switch (name) {
    case 'debug_shell':
      // A shell of root's on the ninth console, or on one that is named.
      return !NO.test(value);
    case 'unit':
      if (DEBUG_SHELL.test(value)) return true;
      // Before the system is there, no password of its is known.
      if (isBefore && /^(?:rescue|emergency)\./.test(value)) return null;
      return UNITS_THAT_ASK.test(value) ? false : null;
    case 'wants':
      return DEBUG_SHELL.test(value) || (UNITS_THAT_ASK.test(value) && !isBefore ? false : null);
    case 'run':
      return carriesOut(value) || null;
    case 'setenv': {
      const [, variable = '', told = ''] = /^([^=]*)=?(.*)$/s.exec(value) ?? [];
      return variableOpensShell(variable, told);
    }
    case 'crash_shell':
    case 'confirm_spawn':
    case 'firstboot':
    case 'condition_first_boot':
    case 'volatile':
      return NO.test(value) ? false : null;
    default:
      return QUIET_OF_SYSTEMD.test(name) ? false : null;
  }
}

function variableOpensShell(name: string, value: string): boolean | null {
  // A rescue that is told to ask no one where root has no password.
  if (name === 'SYSTEMD_SULOGIN_FORCE') return NO.test(value) ? false : null;
  return QUIET_VARIABLES.test(name) ? false : null;
}
