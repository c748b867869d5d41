import * as z from 'zod/mini';
import type { CheckDefinition } from '../definition.ts';

export const automaticUpdatesFactSchema = z.object({
  /** `download-only`: fetches updates, but somebody has to install them. */
  state: z.enum(['on', 'download-only', 'off']),
  /** What installs updates, or would: 'unattended-upgrades', 'dnf-automatic'. */
  mechanism: z.string().check(z.maxLength(100)),
  /** What keeps it from working: 'The package unattended-upgrades is not installed'. */
  obstacle: z.optional(z.string().check(z.maxLength(200))),
});
export type AutomaticUpdatesFact = z.infer<typeof automaticUpdatesFactSchema>;

const parametersSchema = z.object({ downloadIsEnough: z._default(z.boolean(), false) });

export const osAutoUpdateEnable: CheckDefinition<AutomaticUpdatesFact, z.infer<typeof parametersSchema>> = {
  type: 'OsAutoUpdateEnable',
  facts: 'automaticUpdates',
  factSchema: automaticUpdatesFactSchema,
  parameters: parametersSchema,
  judge({ state, mechanism, obstacle }, { downloadIsEnough }) {
    const wanted = { key: downloadIsEnough ? 'wantedDownloaded' : 'wantedInstalled' };
    const isEnough = state === 'on' || (state === 'download-only' && downloadIsEnough);
    return {
      state: isEnough ? 'passed' : 'failed',
      message: { key: state === 'download-only' && isEnough ? 'on' : state },
      description: { key: isEnough ? 'onWhy' : 'why' },
      found: { key: FOUND[state], values: { mechanism } },
      wanted,
      ...(obstacle === undefined ? {} : { items: [{ label: { key: 'reason' }, value: obstacle }] }),
      ...(isEnough ? {} : { fix: {} }),
    };
  },
  texts: {
    wantedDownloaded: 'Downloaded by themselves',
    wantedInstalled: 'Installed by themselves',
    foundOn: 'On ({mechanism})',
    foundDownloadOnly: 'Download only ({mechanism})',
    foundOff: 'Off ({mechanism})',
    reason: 'Reason',
    scanText: 'Automatic updates are on',
    unknownText: 'Automatic updates',
    on: 'Automatic updates are on',
    onWhy: 'Security holes are closed within days of their discovery.',
    off: 'Automatic updates are turned off',
    'download-only': 'Updates are downloaded, but not installed',
    why: 'Updates close security holes, usually within days of their discovery.',
  },
  helpArticle: 'os-auto-update-enable',
  fixableOn: ['linux', 'macos', 'windows'],
};

const FOUND = { on: 'foundOn', 'download-only': 'foundDownloadOnly', off: 'foundOff' } as const;
