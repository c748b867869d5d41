import { MAIL_LANGUAGES, type MailLanguage } from '@vestibule/contracts';
import { CONTENT_SECURITY_POLICY, escapeHtml, pageOf } from './refusal-page.ts';

interface CookieWords {
  readonly title: string;
  readonly why: string;
  readonly what: string;
}

const WORDS: Readonly<Record<MailLanguage, CookieWords>> = {
  en: {
    title: 'Your browser sends too many cookies',
    why: 'This site, or another one of its domain, has stored so many cookies in your browser that nothing here can be opened.',
    what: 'In the settings of your browser, delete the cookies of this site and of its domain: for gate.example.com those of example.com. Then open your work application again. If this page comes back, tell support.',
  },
  de: {
    title: 'Ihr Browser sendet zu viele Cookies',
    why: 'Diese Website oder eine andere derselben Domain hat so viele Cookies in Ihrem Browser gespeichert, dass sich hier nichts öffnen lässt.',
    what: 'Löschen Sie in den Einstellungen Ihres Browsers die Cookies dieser Website und ihrer Domain: für gate.example.com die von example.com. Öffnen Sie dann Ihre Arbeitsanwendung erneut. Kommt diese Seite wieder, sagen Sie es dem Support.',
  },
  fr: {
    title: 'Votre navigateur envoie trop de cookies',
    why: 'Ce site, ou un autre du même domaine, a enregistré tant de cookies dans votre navigateur que rien ne peut s’ouvrir ici.',
    what: 'Dans les paramètres de votre navigateur, supprimez les cookies de ce site et de son domaine : pour gate.example.com, ceux d’example.com. Ouvrez ensuite de nouveau votre application de travail. Si cette page revient, dites-le au support.',
  },
  es: {
    title: 'Su navegador envía demasiadas cookies',
    why: 'Este sitio, u otro del mismo dominio, ha guardado tantas cookies en su navegador que aquí no se puede abrir nada.',
    what: 'En la configuración de su navegador, elimine las cookies de este sitio y de su dominio: para gate.example.com, las de example.com. Después abra de nuevo su aplicación de trabajo. Si esta página vuelve a aparecer, avise a soporte.',
  },
};

/** In all languages: what a browser says of its own may be in what could not be read. */
const CONTENT = MAIL_LANGUAGES.map((language) => {
  const { title, why, what } = WORDS[language];
  const heading = language === 'en' ? '' : `<h2>${escapeHtml(title)}</h2>`;
  return `<div lang="${language}">${heading}<p>${escapeHtml(why)}</p><p>${escapeHtml(what)}</p></div>`;
}).join('');

/** For a browser whose cookies are more than any request may hold. Made once: nothing of the request is known. */
export const TOO_MANY_COOKIES = {
  html: pageOf(WORDS.en.title, `${CONTENT}<p><code>431</code></p>`),
  contentSecurityPolicy: CONTENT_SECURITY_POLICY,
} as const;
