import type { PluginOption } from 'vite';

/** What a page says where it may run no script, in each language: no one knows which one the person reads. */
const SENTENCES = {
  en: 'This page needs JavaScript, and your browser has it switched off. Allow JavaScript for this site in the settings of your browser, then load the page again. If that is not possible, call the support of your company.',
  de: 'Diese Seite braucht JavaScript, und in Ihrem Browser ist es ausgeschaltet. Erlauben Sie JavaScript für diese Website in den Einstellungen Ihres Browsers und laden Sie die Seite dann neu. Wenn das nicht geht, rufen Sie den Support Ihrer Firma an.',
  fr: 'Cette page a besoin de JavaScript, qui est désactivé dans votre navigateur. Autorisez JavaScript pour ce site dans les paramètres de votre navigateur, puis rechargez la page. Si ce n’est pas possible, appelez le support de votre entreprise.',
  es: 'Esta página necesita JavaScript, y en su navegador está desactivado. Permita JavaScript para este sitio en la configuración de su navegador y vuelva a cargar la página. Si no es posible, llame al soporte de su empresa.',
} as const;

/** Puts it into the first page of an application. Plain text: the content security policy allows no styles in a page. */
export function saysItNeedsScript(): PluginOption {
  const children = Object.entries(SENTENCES)
    .map(([language, sentence]) => `<p lang="${language}">${sentence}</p>`)
    .join('');
  return {
    name: 'says-it-needs-script',
    transformIndexHtml: () => [{ tag: 'noscript', children, injectTo: 'body' }],
  };
}
