import type { ErrorCode, MailLanguage } from '@vestibule/contracts';
import type { FastifyReply } from 'fastify';
import { escapeHtml } from './refusal-page.ts';
import { sendTranslatedRefusal } from './translated-refusal.ts';

/** Where a person gets a link that is good. */
const DOWNLOAD_PAGE = '/device-check/download';

interface DownloadRefusedWords {
  readonly title: string;
  readonly why: string;
  readonly goOn: string;
  readonly codes: string;
}

const WORDS: Readonly<Record<MailLanguage, DownloadRefusedWords>> = {
  en: {
    title: 'This download link is over',
    why: 'A link is good for a while and for one file. It may also be incomplete, or the file has been replaced by a newer one.',
    goOn: 'Start the download again',
    codes: 'If this page comes back, give support these two codes:',
  },
  de: {
    title: 'Dieser Link zum Herunterladen gilt nicht mehr',
    why: 'Ein Link gilt eine Weile und für eine Datei. Vielleicht ist er auch unvollständig, oder eine neuere Datei hat diese ersetzt.',
    goOn: 'Neu herunterladen',
    codes: 'Kommt diese Seite wieder, nennen Sie dem Support diese beiden Codes:',
  },
  fr: {
    title: 'Ce lien de téléchargement n’est plus valable',
    why: 'Un lien vaut un certain temps et pour un fichier. Il est peut-être aussi incomplet, ou un fichier plus récent a remplacé celui-ci.',
    goOn: 'Recommencer le téléchargement',
    codes: 'Si cette page revient, donnez ces deux codes au support :',
  },
  es: {
    title: 'Este enlace de descarga ya no sirve',
    why: 'Un enlace sirve durante un tiempo y para un archivo. También puede estar incompleto, o un archivo más reciente ha sustituido a este.',
    goOn: 'Empezar la descarga de nuevo',
    codes: 'Si esta página vuelve a aparecer, dé a soporte estos dos códigos:',
  },
};

/** Where a browser follows a link to an installer that is over, incomplete, or of a file that is gone. */
export function sendDownloadRefusedPage(reply: FastifyReply, status: 403 | 404, code: ErrorCode): FastifyReply {
  const tell = ({ why, goOn }: DownloadRefusedWords) =>
    `<p>${escapeHtml(why)}</p><p><a href="${DOWNLOAD_PAGE}">${escapeHtml(goOn)}</a></p>`;
  return sendTranslatedRefusal(reply, code, WORDS, tell, status);
}
