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
    'A check that newly stops more than {percent} % of the people within ten minutes, and at least {people, plural, one {# person} other {# people}}, stops no one from then on. Those named for alerts are mailed where a mail server is set, and it stays so until you apply a policy. Sign-in stoppers are left alone.',
  enforced: 'The policy is enforced for everyone',
  enforcedPart: 'The policy is enforced in part',
  enforcedText: 'Who does not meet it is stopped before a work application opens, and shown how to fix it.',
  history: 'History',
  brakeActed: 'Acted last on {day}',
  brakeHighest:
    'Highest in the last 10 minutes: {check}, {count, plural, one {# person} other {# people}} of {people}.',
  brakeActs: 'The brake has acted: “{checks}” stops no one, until a policy is applied.',
  brakeHolds: 'It lets {checks} stop no one, until you apply a policy.',
  brakeNever: 'It has never acted.',
  brakeNone: 'No check has begun to stop anyone in the last 10 minutes.',
  brakeSee: 'Versions of the policy',
  brakeSeen: 'As of {time}.',
  historyBegun: '{by} began stage {number}, {stage}',
  historyBegunItself: 'Stage {number}, {stage}, began by itself',
  historyBrake: 'The brake let {check} stop no one',
  historyClosed: '{by} enforced the policy',
  historyEnded: 'What was opened for a while ended by itself',
  historyNone: 'No one has opened or closed the gate yet.',
  historyOpened: '{by} let everyone in',
  historyOpenedUntil: '{by} let everyone in until {time}',
  historyPlanned: '{by} changed the stages',
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
  toInstall:
    '{count, plural, one {# more person has never reported, and has to install Workplace} other {# more people have never reported, and have to install Workplace}}',
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

export const brakeActTexts = defineTexts('gate-brake-act', {
  off: 'The brake is off.',
  on: 'The brake is on.',
  turnOff: 'Turn the brake off',
  turnOn: 'Turn the brake on',
});

/** The stages from no one to everyone. */
export const stageTexts = defineTexts('gate-stages', {
  accepts: 'May stop {count, plural, one {# more} other {# more}}',
  byHand: 'When someone begins it',
  counted: 'Of {people, plural, one {# person} other {# people}} who come to the gate, as of {time}.',
  done: 'Done',
  doneOn: '{day}, done',
  everybody: 'Everyone',
  forWhom: 'For {who}',
  holds: 'Holds',
  holdsSince: 'Since {day}',
  next: 'Next stages',
  noNext: 'No stage comes after the one that holds.',
  none: 'No stages are planned. A stage enforces the policy for some groups, a share of the people, or everyone.',
  onTheWay: 'on the way to {applications}',
  people: '{count, plural, one {# person} other {# people}}',
  stages: 'Stages',
  waits:
    'A stage waits by itself while the gate is open, after the brake has acted, and if it would stop more than 5 % of the people or than it may. Those named for alerts are mailed two days before.',
  waitsBrake: 'Waits since {time}: the brake has acted. Apply a policy, and it goes on.',
  waitsOpen: 'Waits since {time}: the gate is open.',
  waitsFewer: 'Waits since {time}: it would let people in, which an administrator begins.',
  waitsPlanner:
    'Waits since {time}: who planned it is no administrator any more, or the token they did it with was revoked. Save the plan again, or begin it yourself.',
  waitsText: 'Waits since {time}: the text of the policy has to be changed by hand.',
  waitsTooMany: 'Waits since {time}: it would stop {count, plural, one {# more} other {# more}}.',
});

/** What an administrator does with stages. */
export const stageActTexts = defineTexts('gate-stage-act', {
  acceptBlocking: 'How many more it may stop; left empty, 5 % of the people',
  applications: 'Only on the way to these applications, with commas between them',
  at: 'Begin it by itself at',
  begin: 'Begin stage {number}, {name}',
  beginFor: 'Begin stage {number} for {count, plural, one {# person} other {# people}}',
  beginLead:
    'From then on the policy stops the people of this stage, within two seconds, on every server. An open gate is closed.',
  begun: 'The stage {name} has begun.',
  groups: 'Groups, with commas between them; with no group and no share it is for everyone',
  name: 'What you call it',
  percentage: 'Share of all people, in percent',
  plan: 'Plan a stage',
  planLead: 'It comes after the others, and stops no one before it begins.',
  planned: 'The stage {name} is planned.',
  remove: 'Take {name} out',
  removeLead: 'For whom the policy is enforced stays as it is.',
  removed: 'The stage {name} is out of the plan.',
  review: 'Review stage {number}',
});

/** Whom the gate would stop. */
export const closedTexts = defineTexts('gate-if-closed', {
  again: 'Judge again',
  alone: 'Fix it alone',
  closeList: 'Close the list',
  everybody: 'Everyone',
  fixAlone: 'Fail a check and can fix it alone',
  forWhom: 'For whom',
  help: 'Need help',
  judged:
    'Judged at {time} by the last report of {computers, plural, one {# computer} other {# computers}} of the last {days, plural, one {# day} other {# days}}.',
  judging: 'The computers are being judged …',
  list: 'Show as list of people',
  listTitle: 'All who would be stopped',
  more: '{count, plural, one {more person would be stopped} other {more people would be stopped}}, of {people} for whom it would be enforced',
  needHelp: 'Fail a check and need help',
  neverSeen: 'Never seen with Workplace, asked to install it',
  noOne: 'No one.',
  notSeenLately: 'Not seen with Workplace lately, may be stopped',
  people: 'People',
  stage: 'Stage {number}',
  title: 'If it were enforced now',
  titleMore: 'If it were enforced for more people',
  unnamed: 'People who have never signed in by {providers} are in none of these numbers.',
  why: 'Why',
});
