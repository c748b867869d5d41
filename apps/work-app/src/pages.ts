import { html, type Html } from './html.ts';
import type { SignedInUser } from './sessions.ts';

const STANDINGS: Readonly<Record<string, string>> = {
  compliant: 'It met everything your company asks for.',
  grace: 'Something on it needs a fix soon. Your company gives you time.',
  temporary: 'Support let you in for a while.',
  skipped: 'You came in without the security check installed.',
  'not-compliant': 'It does not meet everything your company asks for, and you may work all the same.',
  'not-checked': 'It was not looked at.',
};

const MESSAGES = [
  {
    from: 'Ines Marchetti',
    subject: 'Lease for the boathouse',
    text: 'The surveyor comes on Thursday at ten. Can you be there?',
    at: '09:12',
  },
  {
    from: 'Tomasz Wilk',
    subject: 'Re: Flow meters, third batch',
    text: 'All forty arrived, two with cracked housings. Photos attached.',
    at: '08:47',
  },
  {
    from: 'Payroll',
    subject: 'Your November statement',
    text: 'Your statement is ready. Nothing changed since October.',
    at: '07:30',
  },
  {
    from: 'Priya Raman',
    subject: 'Winter rota',
    text: 'First draft. Shout before Wednesday if a week does not suit you.',
    at: 'Fri',
  },
  {
    from: 'Alderbrook Canteen',
    subject: 'Soup of the week',
    text: 'Celeriac and apple, with rye bread. Vegan on request.',
    at: 'Fri',
  },
] as const;

const LOGO = html`<svg class="logo" viewBox="0 0 32 32" aria-hidden="true"><path d="M4 9l12 9 12-9v15H4z" fill="currentColor" opacity=".25"/><path d="M4 9h24v15H4z M4 9l12 9 12-9" fill="none" stroke="currentColor" stroke-width="2" stroke-linejoin="round"/><path d="M7 28c3-2 6 2 9 0s6 2 9 0" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round"/></svg>`;

function page(title: string, header: Html, main: Html): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="stylesheet" href="/style.css">
</head>
<body>
<header class="bar"><a class="brand" href="/">${LOGO}Alderbrook Mail</a>${header}</header>
<main>${main}</main>
</body>
</html>
`.markup;
}

const NOTHING = html``;

export function startPage(): string {
  return page(
    'Alderbrook Mail',
    NOTHING,
    html`<section class="card hero">
<h1>Good work begins with a good post.</h1>
<p>Mail for everyone at Alderbrook Waterworks.</p>
<p><a class="button" href="/start">Sign in</a></p>
<p class="quiet">You sign in at the company’s gate, which takes a look at your computer first.</p>
</section>`,
  );
}

export function inboxPage(user: SignedInUser): string {
  const { displayName, email, deviceStanding, relayState } = user;
  const messages = MESSAGES.map(
    ({ from, subject, text, at }) =>
      html`<li><span class="from">${from}</span><span class="at">${at}</span><span class="subject">${subject}</span><span class="text">${text}</span></li>`,
  );
  return page(
    'Inbox – Alderbrook Mail',
    html`<nav aria-label="Account"><span class="who" title="${email}">Signed in as ${displayName}</span><a href="/sign-out">Sign out</a></nav>`,
    html`<h1>Inbox</h1>
<section class="card standing" data-standing="${deviceStanding}" aria-label="Your computer">
<p><strong>Your computer: ${deviceStanding}</strong></p>
<p>${STANDINGS[deviceStanding] ?? 'The gate did not say how it stands.'}</p>
</section>
<ul class="card messages">${messages}</ul>
<details class="quiet"><summary>About this sign-in</summary>
<dl><dt>E-mail</dt><dd>${email}</dd><dt>Device standing</dt><dd>${deviceStanding}</dd><dt>RelayState that came back</dt><dd data-relay-state>${relayState}</dd></dl>
</details>`,
  );
}

export function problemPage(title: string, text: string, detail?: string): string {
  return page(
    `${title} – Alderbrook Mail`,
    NOTHING,
    html`<section class="card hero">
<h1>${title}</h1>
<p>${text}</p>
${detail === undefined ? NOTHING : html`<p class="quiet">${detail}</p>`}
<p><a class="button" href="/">Back to the start page</a></p>
</section>`,
  );
}
