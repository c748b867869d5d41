import type { Article, SystemHelp } from '../article.ts';

/** Browsers are alike on every system. */
const everywhere: SystemHelp = {
  guides: [
    {
      label: 'Chrome, Edge y navegadores parecidos',
      steps: [
        'Cierre todas las ventanas del navegador y vuelva a abrirlo. La mayoría de las empresas instalan la extensión ellas mismas, y el navegador la toma al iniciarse.',
        'Escriba `chrome://extensions` en la barra de direcciones, en Edge `edge://extensions`, y pulse Intro.',
        'Si **Workplace** no está en la lista, instálela primero. Con una carpeta del soporte: active el **Modo de desarrollador**, elija **Cargar descomprimida** y después esa carpeta.',
        'Active **Workplace**.',
      ],
      note: 'Si no está y no tiene carpeta, diga al soporte el código que está al pie de la página.',
    },
    {
      label: 'Firefox',
      steps: [
        'Cierre todas las ventanas de Firefox y vuelva a abrirlo. La mayoría de las empresas instalan la extensión ellas mismas.',
        'Escriba `about:addons` en la barra de direcciones y pulse Intro.',
        'Si **Workplace** no está, instálela primero. Con una carpeta del soporte: escriba `about:debugging#/runtime/this-firefox`, elija **Cargar complemento temporal** y después el archivo `manifest.json` de esa carpeta.',
        'Active **Workplace**.',
      ],
      note: 'Lo que se carga así desaparece al cerrar Firefox. El soporte puede hacer que se instale de forma permanente.',
    },
  ],
};

export const browserExtension: Article = {
  title: 'Instalar la extensión del navegador',
  why: 'Por la extensión esta página habla con Workplace en su equipo. Sin ella no se puede comprobar nada.',
  systems: { windows: everywhere, macos: everywhere, linux: everywhere },
  managed:
    'El interruptor de la extensión está en gris: su empresa la instaló y nadie puede quitarla por error. No hay nada que hacer.',
};
