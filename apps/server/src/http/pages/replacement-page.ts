import type { MailLanguage } from '@vestibule/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { NamedPerson } from '../../subjects/sign-in/upstream-question.ts';
import { languageOf } from './apology-words.ts';
import { escapeHtml, pageOf, STYLE_POLICY } from './refusal-page.ts';

interface ReplacementWords {
  readonly title: string;
  readonly what: string;
  readonly ifNot: string;
  readonly goOn: string;
  readonly stay: string;
}

/** `{now}` stands for who is signed in, `{new}` for who the identity provider vouches for. */
const WORDS: Readonly<Record<MailLanguage, ReplacementWords>> = {
  en: {
    title: 'You are signed in as {now}',
    what: 'Your company’s identity provider asks to confirm a sign-in of {new} in this browser. {now} is signed out here if you go on.',
    ifNot: 'If you are not {new}, or did not just sign in, stay as you are, and tell support what led you here.',
    goOn: 'Go on as {new}',
    stay: 'Stay signed in as {now}',
  },
  de: {
    title: 'Sie sind als {now} angemeldet',
    what: 'Der Identitätsanbieter Ihrer Firma möchte in diesem Browser eine Anmeldung von {new} bestätigen. Wenn Sie fortfahren, wird {now} hier abgemeldet.',
    ifNot:
      'Wenn Sie nicht {new} sind oder sich nicht gerade angemeldet haben, bleiben Sie angemeldet und sagen Sie dem Support, was Sie hierher geführt hat.',
    goOn: 'Als {new} fortfahren',
    stay: 'Als {now} angemeldet bleiben',
  },
  fr: {
    title: 'Vous êtes connecté en tant que {now}',
    what: 'Le fournisseur d’identité de votre entreprise demande de confirmer une connexion de {new} dans ce navigateur. Si vous continuez, {now} est déconnecté ici.',
    ifNot:
      'Si vous n’êtes pas {new}, ou ne venez pas de vous connecter, restez connecté et dites au support ce qui vous a conduit ici.',
    goOn: 'Continuer en tant que {new}',
    stay: 'Rester connecté en tant que {now}',
  },
  es: {
    title: 'Ha iniciado sesión como {now}',
    what: 'El proveedor de identidad de su empresa pide confirmar un inicio de sesión de {new} en este navegador. Si continúa, se cierra aquí la sesión de {now}.',
    ifNot: 'Si usted no es {new}, o no acaba de iniciar sesión, quédese como está y diga a soporte qué lo trajo aquí.',
    goOn: 'Continuar como {new}',
    stay: 'Seguir como {now}',
  },
};

/** Who is signed in, who is to be, and where each answer leads. */
interface Replacement {
  readonly handle: string;
  /** Where the handle is posted by the one who goes on. */
  readonly answerPath: string;
  readonly stayPath: string;
  readonly signedIn: NamedPerson;
  readonly vouchedFor: NamedPerson;
}

/** Asks a person in whose browser another one is to be confirmed. Nothing happens before the answer. */
export function sendReplacementPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { handle, answerPath, stayPath, signedIn, vouchedFor }: Replacement,
): FastifyReply {
  const language = languageOf(request.headers['accept-language']);
  const words = WORDS[language];
  const nameOf = ({ displayName, login }: NamedPerson) => `${displayName} (${login})`;
  const names = { now: nameOf(signedIn), new: nameOf(vouchedFor) };
  const say = (sentence: string) =>
    sentence.replaceAll(/\{(now|new)\}/g, (_place, who: keyof typeof names) => names[who]);
  const form = `<form method="post" action="${escapeHtml(answerPath)}"><input type="hidden" name="handle" value="${escapeHtml(handle)}"><button>${escapeHtml(say(words.goOn))}</button></form>`;
  const stay = `<p><a href="${escapeHtml(stayPath)}">${escapeHtml(say(words.stay))}</a></p>`;
  const content = `<p>${escapeHtml(say(words.what))}</p><p>${escapeHtml(say(words.ifNot))}</p>${stay}${form}`;
  return reply
    .header(
      'Content-Security-Policy',
      `default-src 'none'; ${STYLE_POLICY}; form-action 'self' https:; frame-ancestors 'none'`,
    )
    .header('Vary', 'Accept-Language')
    .type('text/html; charset=utf-8')
    .send(pageOf(say(words.title), content, language));
}
