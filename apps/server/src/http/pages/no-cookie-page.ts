import type { ErrorCode, MailLanguage } from '@vestibule/contracts';
import type { FastifyReply } from 'fastify';
import { escapeHtml } from './refusal-page.ts';
import { sendTranslatedRefusal } from './translated-refusal.ts';

interface NoCookieWords {
  readonly title: string;
  readonly why: string;
  readonly what: string;
  readonly codes: string;
}

const WORDS: Readonly<Record<MailLanguage, NoCookieWords>> = {
  en: {
    title: 'This sign-in cannot go on',
    why: 'This browser does not show that this sign-in began in it. It keeps no cookies for this site, or the sign-in began in another browser or more than an hour ago.',
    what: 'Allow cookies for this site in the settings of your browser, then open your work application again.',
    codes: 'If this page comes back, give support these two codes:',
  },
  de: {
    title: 'Diese Anmeldung kann nicht fortgesetzt werden',
    why: 'Dieser Browser zeigt nicht, dass diese Anmeldung in ihm begonnen hat. Er behält für diese Website keine Cookies, oder die Anmeldung begann in einem anderen Browser oder vor mehr als einer Stunde.',
    what: 'Erlauben Sie Cookies für diese Website in den Einstellungen Ihres Browsers und öffnen Sie dann Ihre Arbeitsanwendung erneut.',
    codes: 'Kommt diese Seite wieder, nennen Sie dem Support diese beiden Codes:',
  },
  fr: {
    title: 'Cette connexion ne peut pas continuer',
    why: 'Ce navigateur ne montre pas que cette connexion y a commencé. Il ne garde pas de cookies pour ce site, ou la connexion a commencé dans un autre navigateur ou il y a plus d’une heure.',
    what: 'Autorisez les cookies pour ce site dans les paramètres de votre navigateur, puis ouvrez de nouveau votre application de travail.',
    codes: 'Si cette page revient, donnez ces deux codes au support :',
  },
  es: {
    title: 'Este inicio de sesión no puede continuar',
    why: 'Este navegador no muestra que este inicio de sesión empezara en él. No guarda cookies de este sitio, o el inicio de sesión empezó en otro navegador o hace más de una hora.',
    what: 'Permita las cookies de este sitio en la configuración de su navegador y abra de nuevo su aplicación de trabajo.',
    codes: 'Si esta página vuelve a aparecer, dé a soporte estos dos códigos:',
  },
};

/** For a sign-in of which the browser shows no cookie: mostly it keeps none. */
export function sendNoCookiePage(reply: FastifyReply, code: ErrorCode): FastifyReply {
  return sendTranslatedRefusal(
    reply,
    code,
    WORDS,
    ({ why, what }) => `<p>${escapeHtml(why)}</p><p>${escapeHtml(what)}</p>`,
  );
}
