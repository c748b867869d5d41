import { ACCOUNT_PATHS, type ErrorCode, type MailLanguage } from '@vestibule/contracts';
import type { FastifyReply } from 'fastify';
import { escapeHtml } from './refusal-page.ts';
import { sendTranslatedRefusal } from './translated-refusal.ts';

interface OpeningRefusedWords {
  readonly title: string;
  readonly why: string;
  readonly goOn: string;
  readonly codes: string;
}

const WORDS: Readonly<Record<MailLanguage, OpeningRefusedWords>> = {
  en: {
    title: 'Workplace could not sign you in',
    why: 'What it opens a browser with works once and for a minute, at a computer that is known, and not where another person is signed in.',
    goOn: 'See who is signed in here, or sign in',
    codes: 'If this page comes back, give support these two codes:',
  },
  de: {
    title: 'Workplace konnte Sie nicht anmelden',
    why: 'Womit es einen Browser öffnet, gilt einmal und eine Minute lang, an einem bekannten Computer, und nicht dort, wo eine andere Person angemeldet ist.',
    goOn: 'Nachsehen, wer hier angemeldet ist, oder anmelden',
    codes: 'Kommt diese Seite wieder, nennen Sie dem Support diese beiden Codes:',
  },
  fr: {
    title: 'Workplace n’a pas pu vous connecter',
    why: 'Ce avec quoi il ouvre un navigateur sert une seule fois et pendant une minute, sur un ordinateur connu, et non là où une autre personne est connectée.',
    goOn: 'Voir qui est connecté ici, ou se connecter',
    codes: 'Si cette page revient, donnez ces deux codes au support :',
  },
  es: {
    title: 'Workplace no pudo iniciar su sesión',
    why: 'Aquello con lo que abre un navegador sirve una vez y durante un minuto, en un equipo conocido, y no donde otra persona ha iniciado sesión.',
    goOn: 'Ver quién ha iniciado sesión aquí, o iniciar sesión',
    codes: 'Si esta página vuelve a aparecer, dé a soporte estos dos códigos:',
  },
};

/** Where a web token opened nothing. No application waits, and the window may have no address bar: the page leads on. */
export function sendOpeningRefusedPage(reply: FastifyReply, code: ErrorCode): FastifyReply {
  return sendTranslatedRefusal(
    reply,
    code,
    WORDS,
    ({ why, goOn }) =>
      `<p>${escapeHtml(why)}</p><p><a href="${ACCOUNT_PATHS.sessionStatus}">${escapeHtml(goOn)}</a></p>`,
  );
}
