import { defineTexts } from '@vestibule/texts';

export const gateTexts = defineTexts('gate', {
  afterEnforced: 'After that the policy is enforced again.',
  afterReading: 'After that no one is stopped until you enforce it; computers are read in passing.',
  afterStraight: 'After that no one is stopped until you enforce it, and no computer is read.',
  because: 'Because: {reason}',
  brake: 'Brake',
  brakeOff: 'Off',
  brakeOffText:
    'A check that suddenly keeps many people out goes on doing so. With the brake it stops no one until you apply a policy.',
  brakeOn: 'On',
  brakeText:
    'A check that newly stops more than {percent} % of the people within ten minutes, and at least {people, plural, one {# person} other {# people}}, stops no one from then on. You are mailed, and it stays so until you apply a policy. Sign-in stoppers are left alone.',
  enforced: 'The policy is enforced for everyone',
  enforcedPart: 'The policy is enforced in part',
  enforcedText: 'Who does not meet it is stopped before a work application opens, and shown how to fix it.',
  history: 'History',
  historyBrake: 'The brake let {check} stop no one',
  historyClosed: '{by} enforced the policy',
  historyEnded: 'What was opened for a while ended by itself',
  historyNone: 'No one has opened or closed the gate yet.',
  historyOpened: '{by} let everyone in',
  historyOpenedUntil: '{by} let everyone in until {time}',
  keptOut: '{count, plural, one {# person kept out} other {# people kept out}}',
  open: 'Everyone is let in, and no computer is read',
  openText: 'People still sign in. Blocked people and computers stay out.',
  reading: 'Everyone is let in: the gate only looks',
  readingText:
    'Computers that have Workplace are read in passing. People still sign in; blocked people and computers stay out.',
  staysClosed: 'Stays closed',
  staysClosedText: 'The computer is the second factor there. What opens it:',
  staysClosedElsewhere: 'At its identity provider: take the second step out there.',
  title: 'Gate',
  until: 'Until {time}.',
  wouldBeKeptOut: '{count, plural, one {# person would be kept out} other {# people would be kept out}}',
});

/** What an administrator does with the gate. */
export const gateActTexts = defineTexts('gate-act', {
  accept: 'More than {percent} % of the people would be stopped. Type {count} to go on',
  enforce: 'Enforce the policy',
  enforceConfirm: 'Enforce it: {count, plural, =0 {no one} one {# more is} other {# more are}} stopped',
  enforceDone: 'The policy is enforced.',
  enforceLead: 'From then on the policy stops people, within two seconds, on every server.',
  forHours: '{hours} h',
  forever: 'No end',
  letIn: 'Let everyone in for {hours, plural, one {# hour} other {# hours}}',
  letInForever: 'Let everyone in until I enforce the policy',
  letInDone: 'Everyone is let in.',
  letInLead:
    'It holds within two seconds, on every server. Pages that are open go on by themselves. Blocked people and computers stay out.',
  reason: 'Reason, for the audit log',
  howLong: 'For how long',
  straight: 'Show no page and read no computer: for when something is broken',
  wayBack: 'The way back',
  wayBackText:
    'Lets everyone in, if something goes wrong. After the time you choose it ends by itself, and the gate stands as it does now.',
});
