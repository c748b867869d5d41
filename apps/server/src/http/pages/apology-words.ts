import { MAIL_LANGUAGES, type MailLanguage } from '@vestibule/contracts';

/** What the page says for which nothing can be asked; the names of the lines of the support block, by field. */
interface ApologyWords {
  readonly title: string;
  readonly later: string;
  readonly again: string;
  readonly open: string;
  /** `{code}` stands for the code. */
  readonly code: string;
  readonly lines: Readonly<Record<'phone' | 'phoneHours' | 'email' | 'helpCenterUrl' | 'supportWebSite', string>>;
}

export const APOLOGY_WORDS: Readonly<Record<MailLanguage, ApologyWords>> = {
  en: {
    title: "We're experiencing connection issues",
    later: 'Please try again later.',
    again: 'Try again',
    open: 'Open your work application again.',
    code: 'Support may ask for this code: {code}',
    lines: {
      phone: 'Phone',
      phoneHours: 'Phone hours',
      email: 'Email',
      helpCenterUrl: 'Help center',
      supportWebSite: 'Support Website',
    },
  },
  de: {
    title: 'Es gibt Verbindungsprobleme',
    later: 'Bitte versuchen Sie es später noch einmal.',
    again: 'Noch einmal versuchen',
    open: 'Öffnen Sie Ihre Arbeitsanwendung erneut.',
    code: 'Der Support fragt vielleicht nach diesem Code: {code}',
    lines: {
      phone: 'Telefon',
      phoneHours: 'Telefonzeiten',
      email: 'E-Mail',
      helpCenterUrl: 'Hilfebereich',
      supportWebSite: 'Website des Supports',
    },
  },
  fr: {
    title: 'Nous rencontrons des problèmes de connexion',
    later: 'Veuillez réessayer plus tard.',
    again: 'Réessayer',
    open: 'Ouvrez à nouveau votre application de travail.',
    code: 'Le support peut vous demander ce code : {code}',
    lines: {
      phone: 'Téléphone',
      phoneHours: 'Horaires du téléphone',
      email: 'E-mail',
      helpCenterUrl: 'Centre d’aide',
      supportWebSite: 'Site du support',
    },
  },
  es: {
    title: 'Tenemos problemas de conexión',
    later: 'Vuelva a intentarlo más tarde.',
    again: 'Reintentar',
    open: 'Abra de nuevo su aplicación de trabajo.',
    code: 'Es posible que el soporte le pida este código: {code}',
    lines: {
      phone: 'Teléfono',
      phoneHours: 'Horario de teléfono',
      email: 'Correo electrónico',
      helpCenterUrl: 'Centro de ayuda',
      supportWebSite: 'Sitio de soporte',
    },
  },
};

/** The language that a browser likes best of those there are. @param accepted its Accept-Language (RFC 9110, 12.5.4) */
export function languageOf(accepted = ''): MailLanguage {
  const liked = accepted
    .split(',')
    .map((range) => {
      const [tag = '', ...parameters] = range.trim().toLowerCase().split(';');
      const quality = parameters.map((one) => /^\s*q=([\d.]+)\s*$/.exec(one)?.[1]).find((one) => one !== undefined);
      return { tag: tag.split('-')[0], quality: Number(quality ?? '1') };
    })
    .filter(({ quality }) => quality > 0)
    .toSorted((left, right) => right.quality - left.quality);
  for (const { tag } of liked) {
    const found = MAIL_LANGUAGES.find((language) => language === tag);
    if (found !== undefined) return found;
  }
  return 'en';
}
