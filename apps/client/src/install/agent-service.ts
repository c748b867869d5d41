import { join } from 'node:path';
import type { Command } from '@vestibule/checks';
import type { OperatingSystem } from '@vestibule/contracts';

/** How this system starts the agent when the person logs in, with the system's own means. */
export interface AgentService {
  /** What the system calls it. */
  readonly name: string;
  /** File to write before it is started; null where the system keeps none. */
  readonly file: { readonly path: string; readonly content: string } | null;
  readonly start: readonly Command[];
  /** Repeatable; that there is nothing to stop is no failure. */
  readonly stop: readonly Command[];
}

export interface ServiceContext {
  readonly operatingSystem: OperatingSystem;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  readonly userId: number;
  /** What is started: the launcher and its options, or Node and the sources. */
  readonly words: readonly string[];
}

const TIMEOUT_MS = 20_000;

/** The service of the person, never of the computer: the keys and the settings it reports are theirs. */
export function agentService(context: ServiceContext): AgentService {
  switch (context.operatingSystem) {
    case 'linux':
      return systemdService(context);
    case 'macos':
      return launchAgent(context);
    case 'windows':
      return scheduledTask(context);
    default:
      return context.operatingSystem satisfies never;
  }
}

const UNIT = 'workplace-agent.service';

function systemdService({ environment, home, words }: ServiceContext): AgentService {
  const folder = environment['XDG_CONFIG_HOME'] || join(home, '.config');
  const systemctl = (...options: string[]): Command => ({
    tool: 'systemctl',
    arguments: ['--user', ...options],
    timeoutMs: TIMEOUT_MS,
  });
  return {
    name: UNIT,
    file: {
      path: join(folder, 'systemd/user', UNIT),
      content: `[Unit]
Description=Workplace reports how this computer stands
After=network-online.target

[Service]
ExecStart=/usr/bin/env ${[...words, 'agent'].map(quoteForSystemd).join(' ')}
Restart=on-failure
RestartSec=30
Nice=10
NoNewPrivileges=yes

[Install]
WantedBy=default.target
`,
    },
    start: [systemctl('daemon-reload'), systemctl('enable', UNIT), systemctl('restart', UNIT)],
    stop: [systemctl('disable', '--now', UNIT)],
  };
}

/**
 * systemd.service(5): quotes and backslashes as in C, and `%` and `$` stand for something. The name of a program may hold
 * none of them, an argument may: that is what `env` is for.
 */
function quoteForSystemd(word: string): string {
  return `"${word.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('%', '%%').replaceAll('$', '$$$$')}"`;
}

const LABEL = 'org.vestibule.workplace.agent';

function launchAgent({ home, userId, words }: ServiceContext): AgentService {
  const path = join(home, 'Library/LaunchAgents', `${LABEL}.plist`);
  const launchctl = (...options: string[]): Command => ({
    tool: 'launchctl',
    arguments: options,
    timeoutMs: TIMEOUT_MS,
  });
  const stop = launchctl('bootout', `gui/${userId}/${LABEL}`);
  return {
    name: LABEL,
    file: {
      path,
      content: `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
  <key>Label</key><string>${LABEL}</string>
  <key>ProgramArguments</key>
  <array>
${[...words, 'agent'].map((word) => `    <string>${escapeXml(word)}</string>`).join('\n')}
  </array>
  <key>RunAtLoad</key><true/>
  <key>KeepAlive</key><dict><key>SuccessfulExit</key><false/></dict>
  <key>ThrottleInterval</key><integer>30</integer>
  <key>ProcessType</key><string>Background</string>
</dict>
</plist>
`,
    },
    start: [stop, launchctl('bootstrap', `gui/${userId}`, path)],
    stop: [stop],
  };
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

const TASK = 'Workplace agent';

/** Under the person's own name and rights, without a window: `conhost --headless` has none. */
function scheduledTask({ words }: ServiceContext): AgentService {
  const schtasks = (...options: string[]): Command => ({
    tool: 'schtasks',
    arguments: options,
    timeoutMs: TIMEOUT_MS,
  });
  const line = ['C:\\Windows\\System32\\conhost.exe', '--headless', ...words, 'agent'];
  return {
    name: TASK,
    file: null,
    start: [
      schtasks(
        '/Create',
        '/F',
        '/TN',
        TASK,
        '/SC',
        'ONLOGON',
        '/RL',
        'LIMITED',
        '/IT',
        '/TR',
        line.map(quote).join(' '),
      ),
      schtasks('/Run', '/TN', TASK),
    ],
    stop: [schtasks('/End', '/TN', TASK), schtasks('/Delete', '/F', '/TN', TASK)],
  };
}

function quote(word: string): string {
  return /[\s"]/.test(word) ? `"${word.replaceAll('"', '\\"')}"` : word;
}
