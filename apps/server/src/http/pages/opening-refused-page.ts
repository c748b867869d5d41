import { ACCOUNT_PATHS, type ErrorCode, type MailLanguage } from '@vestibule/contracts';
import type { FastifyReply } from 'fastify';
import { escapeHtml } from './refusal-page.ts';
import { sendTranslatedRefusal } from './translated-refusal.ts';

interface OpeningRefusedWords {
  readonly title: string;
  /** Leads to the causes. */
  readonly why: string;
  /** The causes that there are: the page is the same for each, as it is opened by anyone who holds a link. */
  readonly causes: readonly string[];
  readonly goOn: string;
  readonly codes: string;
}

const WORDS: Readonly<Record<MailLanguage, OpeningRefusedWords>> = {
  en: {
    title: 'Workplace could not sign you in',
    why: 'One of these is the reason:',
    causes: [
      'The link from Workplace was used before, or is older than a minute. Open Workplace again.',
      'Another person is signed in in this browser. Sign out there first.',
      'This computer is no longer registered for you. Sign in, and the device check says what to do.',
    ],
    goOn: 'See who is signed in here, or sign in',
    codes: 'If this page comes back, give support these two codes:',
  },
  de: {
    title: 'Workplace konnte Sie nicht anmelden',
    why: 'Einer dieser Gründe trifft zu:',
    causes: [
      'Der Link von Workplace wurde schon benutzt oder ist älter als eine Minute. Öffnen Sie Workplace erneut.',
      'In diesem Browser ist eine andere Person angemeldet. Melden Sie sie zuerst ab.',
      'Dieser Computer ist nicht mehr für Sie registriert. Melden Sie sich an; die Geräteprüfung sagt, was zu tun ist.',
    ],
    goOn: 'Nachsehen, wer hier angemeldet ist, oder anmelden',
    codes: 'Kommt diese Seite wieder, nennen Sie dem Support diese beiden Codes:',
  },
  fr: {
    title: 'Workplace n’a pas pu vous connecter',
    why: 'L’une de ces raisons s’applique :',
    causes: [
      'Le lien de Workplace a déjà servi ou date de plus d’une minute. Ouvrez de nouveau Workplace.',
      'Une autre personne est connectée dans ce navigateur. Déconnectez-la d’abord.',
      'Cet ordinateur n’est plus enregistré pour vous. Connectez-vous : le contrôle de l’appareil indique quoi faire.',
    ],
    goOn: 'Voir qui est connecté ici, ou se connecter',
    codes: 'Si cette page revient, donnez ces deux codes au support :',
  },
  es: {
    title: 'Workplace no pudo iniciar su sesión',
    why: 'Se debe a una de estas causas:',
    causes: [
      'El enlace de Workplace ya se usó o tiene más de un minuto. Abra Workplace de nuevo.',
      'Otra persona ha iniciado sesión en este navegador. Cierre primero su sesión.',
      'Este equipo ya no está registrado para usted. Inicie sesión y la comprobación del dispositivo le dirá qué hacer.',
    ],
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
    ({ why, causes, goOn }) =>
      `<p>${escapeHtml(why)}</p><ul>${causes.map((cause) => `<li>${escapeHtml(cause)}</li>`).join('')}</ul><p><a href="${ACCOUNT_PATHS.sessionStatus}">${escapeHtml(goOn)}</a></p>`,
  );
}
