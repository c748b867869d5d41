import { defineTexts } from '@vestibule/texts';

export const addPersonTexts = defineTexts('addPerson', {
  added: '{name} is added',
  confirm: 'Add {name}',
  invite: 'Make the link with which they sign up',
  inviteHint: 'It is shown once, to hand over. Where a mail server is set, it is mailed as well.',
  linkNotMade: 'The link was not made. Make it with Invite on the page of {name}.',
  makingLink: 'Making the link…',
  name: 'First and last name',
  notInvited: '{name} can’t sign in here yet. When it is time, make the link with Invite on their page.',
  open: 'Open {name}',
  title: 'Add person',
  upstream:
    'People sign in at your identity provider alone: {name} needs no link. Their first sign-in there finds this account.',
  upstreamHint: 'They sign in at your identity provider. A link would open nothing.',
});

/** What is wrong with a field, and how it looks right. */
export const wrongTexts = defineTexts('addPersonWrong', {
  displayName: 'Enter first and last name, on one line of at most 120 characters.',
  email: 'Enter a whole e-mail address, such as lena.brandt@example.com.',
  emailTaken: 'Another person has this e-mail address. Work applications know people by it.',
  groups: 'Enter names of at most 120 characters, with commas between them.',
  login: 'Enter a login without blanks, such as lena.brandt.',
  loginTaken: 'Another person has this login.',
  type: 'Enter a word, such as employee or contractor.',
});
