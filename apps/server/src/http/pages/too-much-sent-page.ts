import { MAIL_LANGUAGES, type MailLanguage } from '@vestibule/contracts';
import { CONTENT_SECURITY_POLICY, escapeHtml, pageOf } from './refusal-page.ts';

interface TooMuchWords {
  readonly title: string;
  readonly why: string;
  readonly what: string;
}

const WORDS: Readonly<Record<MailLanguage, TooMuchWords>> = {
  en: {
    title: 'More was sent than can be read here',
    why: 'The address that led here is too long, or this site, or another one of its domain, has stored too many cookies in your browser.',
    what: 'Open your work application again. If this page comes back, delete the cookies of this site and of its domain in the settings of your browser: for gate.example.com those of example.com. If that does not help, tell support.',
  },
  de: {
    title: 'Es wurde mehr gesendet, als sich hier lesen lässt',
    why: 'Die Adresse, die hierher führte, ist zu lang, oder diese Website oder eine andere derselben Domain hat zu viele Cookies in Ihrem Browser gespeichert.',
    what: 'Öffnen Sie Ihre Arbeitsanwendung erneut. Kommt diese Seite wieder, löschen Sie in den Einstellungen Ihres Browsers die Cookies dieser Website und ihrer Domain: für gate.example.com die von example.com. Hilft das nicht, sagen Sie es dem Support.',
  },
  fr: {
    title: 'Trop de données envoyées pour être lues ici',
    why: 'L’adresse qui a conduit ici est trop longue, ou ce site, ou un autre du même domaine, a enregistré trop de cookies dans votre navigateur.',
    what: 'Ouvrez de nouveau votre application de travail. Si cette page revient, supprimez, dans les paramètres de votre navigateur, les cookies de ce site et de son domaine : pour gate.example.com, ceux d’example.com. Si cela ne suffit pas, dites-le au support.',
  },
  es: {
    title: 'Se ha enviado más de lo que aquí se puede leer',
    why: 'La dirección que ha llevado aquí es demasiado larga, o este sitio, u otro del mismo dominio, ha guardado demasiadas cookies en su navegador.',
    what: 'Abra de nuevo su aplicación de trabajo. Si esta página vuelve a aparecer, elimine en la configuración de su navegador las cookies de este sitio y de su dominio: para gate.example.com, las de example.com. Si eso no ayuda, avise a soporte.',
  },
};

/** In all languages: what a browser says of its own may be in what could not be read. */
const CONTENT = MAIL_LANGUAGES.map((language) => {
  const { title, why, what } = WORDS[language];
  const heading = language === 'en' ? '' : `<h2>${escapeHtml(title)}</h2>`;
  return `<div lang="${language}">${heading}<p>${escapeHtml(why)}</p><p>${escapeHtml(what)}</p></div>`;
}).join('');

/** For a browser that sends more than the head of a request may hold. Made once: nothing of the request is known. */
export const TOO_MUCH_SENT = {
  html: pageOf(WORDS.en.title, `${CONTENT}<p><code>431</code></p>`),
  contentSecurityPolicy: CONTENT_SECURITY_POLICY,
} as const;
