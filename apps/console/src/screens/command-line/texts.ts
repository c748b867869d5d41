import { defineTexts } from '@vestibule/texts';

/** Where a person allows the command line of their computer to act as them. */
export const allowTexts = defineTexts('command-line-allow', {
  allow: 'Allow',
  allowed: 'You are signed in on the command line',
  allowedText: 'Go back to it. You can close this window.',
  as: 'It acts as',
  asks: 'The command line on {computer} asks to act as you',
  asksText: 'Allow it only if you began to sign in there a moment ago, and it shows these same characters:',
  brokenText: 'This address is not whole. Begin again on the command line, and use the address that it shows.',
  broken: 'This is no request of a command line',
  failed: 'The command line is not signed in',
  failedText: 'The command line says what went wrong. Begin again there.',
  lasts: 'It lasts',
  lastsHours: '{hours} hours, or until you sign out everywhere',
  may: 'It may',
  mayRole: 'what your role may: {role}',
  refuse: 'Don’t allow',
  sent: 'Allowed. Going back to the command line…',
  sentText: 'If this page stays, the command line is not waiting any more: begin again there.',
  tooMany: 'Something went wrong. Try again in a moment.',
});

/** Where the command line comes from, and how to begin. */
export const commandLineTexts = defineTexts('command-line', {
  download: 'Download vestibule.mjs',
  file: 'Save the file',
  fileText:
    'One file with every command. It needs Node 22.12 or newer, and nothing else. After an update, take the new one.',
  lead: 'The same as these pages, for people who prefer commands. You act in your own name; no token is shared.',
  out: 'Sign out',
  outText: 'It ends by itself after {hours} hours.',
  signIn: 'Sign in',
  signInText: 'Your browser asks you to allow it. It has to be a browser of the same computer.',
  title: 'Command line',
  ask: 'Ask',
  askText: 'Each command has --help with examples.',
});
