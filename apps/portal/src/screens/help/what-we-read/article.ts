import type { ReadingPage } from '../articles/library-types.ts';

export const article: ReadingPage = {
  title: 'What we read on this computer',
  lead: 'This is the complete list. It is read when you sign in to work or open the check page, and again when one of these settings changes while that page is open. Nothing else leaves this computer.',
  lists: [
    {
      heading: 'Security settings',
      intro:
        'With each of them: where, when and with whose rights it was read, whether your company holds the setting, or why it could not be read.',
      facts: [
        { name: 'Operating system', text: 'Its name and version, such as Windows 11 or Ubuntu 24.04' },
        {
          name: 'Updates',
          text: 'Whether they install by themselves, what installs them, when it last did, and what keeps it from working',
        },
        {
          name: 'Sign-in password',
          text: 'Whether one is set, which setting signs in without it, if any, and on Linux how many accounts of this computer have none. **Never the password**',
        },
        {
          name: 'Screen lock',
          text: 'After how long the screen saver or lock starts, whether it asks for a password, how soon, and on Linux the name of a program that keeps the screen awake',
        },
        {
          name: 'Antivirus',
          text: 'Which products are installed, whether they run and protect in real time, and the date of their definitions',
        },
        {
          name: 'Threats',
          text: 'Harmful programs that the antivirus found and has not removed: their names, and the file or program each was found in',
        },
        {
          name: 'Hard drive encryption',
          text: 'Whether the drives that are built in are encrypted, how, how far, and their names, such as C: or /home',
        },
        { name: 'Firewall', text: 'Which one, whether it is on, and what it leaves open' },
        { name: 'Management', text: 'Which management services are installed, and whether this computer is enrolled' },
        {
          name: 'Management agents',
          text: 'Whether agents from a fixed list run, are stopped or are missing. No other programs are listed',
        },
      ],
    },
    {
      heading: 'This computer',
      facts: [
        { name: 'Computer', text: 'Its name, maker, model and serial number, and whether it is a laptop' },
        { name: 'Account', text: 'Your sign-in name on this computer' },
        {
          name: 'Workplace itself',
          text: 'Its version and a fingerprint of its program, how it was installed, where its keys are kept, and a random number and two public keys that stand for this computer',
        },
      ],
    },
    {
      heading: 'Written down when you sign in',
      intro: 'Not read from the computer, but kept by the server.',
      facts: [
        {
          name: 'Log',
          text: 'Sign-ins, sign-outs, reports and fixes: who, when, for which application or computer, with which result, and from which network address',
        },
      ],
    },
  ],
  never: {
    heading: 'Never read',
    points: [
      'Documents, photos, mail and messages. Of a file with a threat in it, only its name and place',
      'Websites you visit',
      'Where you are, beyond the network address in the log',
      'Passwords and what you type',
      'Your screen, camera and microphone',
    ],
  },
  audience: {
    heading: 'Who sees it',
    points: [
      'You: a check that failed shows its values under **What we found**',
      'The administrators of your company',
      'Your company’s support, when it helps you',
    ],
  },
  keeping: {
    heading: 'How long it is kept',
    points: [
      'Reports are kept until an administrator of your company deletes them. Nothing is deleted by itself.',
      'Settings for how long they are kept come with the administrator’s console.',
    ],
  },
};
