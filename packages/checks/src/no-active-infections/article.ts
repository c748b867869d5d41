import { type Article, SETTINGS_PAGES } from '../article.ts';

export const article: Article = {
  title: 'Remove the threat that was found',
  why: 'A harmful program can read along as you type. Until it is removed, leave this computer signed out of everything else, and tell support what the check found.',
  systems: {
    windows: {
      settings: { label: 'Open Virus & threat protection', href: SETTINGS_PAGES.windowsThreats },
      guides: [
        {
          label: 'Microsoft Defender on Windows 11 and 10',
          steps: [
            'Open **Start**, type **Windows Security** and press Enter.',
            'Choose **Virus & threat protection**. Under **Current threats** each threat is named.',
            'Choose **Remove** or **Quarantine** for each, then **Start actions**.',
            'Choose **Quick scan** to make sure. It takes 2 to 15 minutes.',
            'If the threat comes back: **Scan options**, then **Microsoft Defender Antivirus (offline scan)**. It restarts the computer and takes about 15 minutes, so save your work first.',
          ],
        },
        {
          label: 'Another antivirus',
          steps: ['Open it from **Start**. What it found stands in its list of threats or its quarantine.'],
        },
      ],
    },
    macos: {
      remark:
        'macOS removes known threats by itself and keeps no list of them. The check reads the list of the antivirus that is installed.',
      guides: [
        {
          steps: [
            'Open the antivirus from **Applications**. What it found stands in its list of threats or its quarantine.',
            'Remove each threat there.',
            'Let the antivirus scan the whole Mac. That may take an hour.',
          ],
        },
      ],
    },
    linux: {
      remark: 'Of the antivirus programs for Linux, only Microsoft Defender keeps a list that Workplace can read.',
      guides: [
        {
          label: 'Microsoft Defender',
          steps: [
            { text: 'See what was found, and its id.', command: 'mdatp threat list' },
            {
              text: 'Lock each threat away, with its id in place of ID.',
              command: 'sudo mdatp threat quarantine add --id ID',
            },
            { text: 'Let it scan again. A quick scan takes a few minutes.', command: 'mdatp scan quick' },
          ],
        },
      ],
    },
  },
  managed:
    'Your company’s antivirus may leave the removal to its administrators. They see the threat too; support can tell how long it takes.',
};
