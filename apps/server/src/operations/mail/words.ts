import type { MailLanguage } from '@vestibule/contracts';

/** What is said in mails. `{…}` stands for a value. */
interface MailWords {
  readonly greeting: string;
  readonly invitation: {
    readonly subject: string;
    readonly text: string;
    readonly yours: string;
    readonly until: string;
    readonly unknown: string;
  };
  readonly alert: { readonly subject: string; readonly text: string; readonly next: string };
  readonly stage: { readonly subject: string; readonly text: string; readonly next: string };
  readonly request: {
    readonly subject: string;
    readonly text: string;
    readonly why: string;
    readonly next: string;
    readonly everything: string;
  };
  readonly trial: { readonly subject: string; readonly text: string };
}

export const MAIL_WORDS: Readonly<Record<MailLanguage, MailWords>> = {
  en: {
    greeting: 'Hello {name},',
    invitation: {
      subject: 'Your way in to {company}',
      text: '{company} has made an account for you. Your user name is {login}. Open this link and choose how you sign in:',
      yours: 'The link is yours alone: anyone who has it can sign up in your place. Don’t forward this mail.',
      until: 'It works once, until {until}.',
      unknown: 'If you know nothing of this, leave the link alone and tell your I.T. department.',
    },
    alert: {
      subject: 'The brake has acted: {check}',
      text: 'The check {check} suddenly blocked {blocked} of {people} people whose computers have reported within ten minutes. It is report-only from now on, and stops no one.',
      next: 'It stays so until you apply another policy. To look:',
    },
    stage: {
      subject: 'Stage {stage} begins on {when}',
      text: 'On {when} stage {number}, {stage}, begins by itself: from then on the policy is enforced for {people} people. By their last reports {blocked} more would be stopped than today.',
      next: 'To see whom it stops, and what is planned:',
    },
    request: {
      subject: '{name} asks for temporary access',
      text: '{name} ({login}) asks for temporary access to {application}.',
      why: 'The reason, in their own words:',
      next: 'Make sure that it is them, and answer with one of these:',
      everything: 'every application',
    },
    trial: {
      subject: 'A mail to try the mail server',
      text: 'This mail was sent to see whether mails from {address} arrive. They do. There is nothing to do.',
    },
  },
  de: {
    greeting: 'Guten Tag {name},',
    invitation: {
      subject: 'Ihr Zugang bei {company}',
      text: '{company} hat ein Konto für Sie angelegt. Ihr Benutzername ist {login}. Öffnen Sie diesen Link und wählen Sie, wie Sie sich anmelden:',
      yours:
        'Der Link ist nur für Sie: Wer ihn hat, kann sich an Ihrer Stelle registrieren. Geben Sie diese E-Mail nicht weiter.',
      until: 'Er gilt einmal, bis {until}.',
      unknown: 'Wenn Sie davon nichts wissen, öffnen Sie den Link nicht und sagen Sie Ihrer IT-Abteilung Bescheid.',
    },
    alert: {
      subject: 'Die Bremse hat gegriffen: {check}',
      text: 'Die Prüfung {check} hat plötzlich {blocked} von {people} Personen gesperrt, deren Computer in den letzten zehn Minuten berichtet haben. Ab jetzt wird sie nur noch berichtet und hält niemanden auf.',
      next: 'So bleibt es, bis Sie eine andere Richtlinie anwenden. Zum Nachsehen:',
    },
    stage: {
      subject: 'Die Stufe {stage} beginnt am {when}',
      text: 'Am {when} beginnt Stufe {number}, {stage}, von selbst: Ab dann gilt die Richtlinie für {people} Personen. Nach den letzten Berichten würden {blocked} mehr aufgehalten als heute.',
      next: 'Wen es trifft und was geplant ist, zeigen:',
    },
    request: {
      subject: '{name} bittet um vorübergehenden Zugang',
      text: '{name} ({login}) bittet um vorübergehenden Zugang zu {application}.',
      why: 'Der Grund, in eigenen Worten:',
      next: 'Vergewissern Sie sich, dass die Bitte von dieser Person kommt, und antworten Sie mit einem davon:',
      everything: 'allen Anwendungen',
    },
    trial: {
      subject: 'Eine E-Mail, um den Mailserver zu prüfen',
      text: 'Diese E-Mail wurde verschickt, um zu sehen, ob E-Mails von {address} ankommen. Sie kommen an. Es ist nichts zu tun.',
    },
  },
  fr: {
    greeting: 'Bonjour {name},',
    invitation: {
      subject: 'Votre accès chez {company}',
      text: '{company} a créé un compte pour vous. Votre nom d’utilisateur est {login}. Ouvrez ce lien et choisissez comment vous connecter :',
      yours:
        'Ce lien est pour vous seul : quiconque le possède peut s’inscrire à votre place. Ne transmettez pas cet e-mail.',
      until: 'Il fonctionne une seule fois, jusqu’au {until}.',
      unknown: 'Si vous n’êtes au courant de rien, n’ouvrez pas le lien et prévenez votre service informatique.',
    },
    alert: {
      subject: 'Le frein est intervenu : {check}',
      text: 'Le contrôle {check} a soudain bloqué {blocked} personnes sur {people} dont l’ordinateur s’est signalé au cours des dix dernières minutes. Désormais il est seulement signalé et n’arrête plus personne.',
      next: 'Il en reste ainsi jusqu’à ce que vous appliquiez une autre politique. Pour voir :',
    },
    stage: {
      subject: 'L’étape {stage} commence le {when}',
      text: 'Le {when}, l’étape {number}, {stage}, commence d’elle-même : dès lors la politique s’applique à {people} personnes. D’après les derniers rapports, {blocked} de plus qu’aujourd’hui seraient arrêtées.',
      next: 'Pour voir qui est concerné et ce qui est prévu :',
    },
    request: {
      subject: '{name} demande un accès temporaire',
      text: '{name} ({login}) demande un accès temporaire à {application}.',
      why: 'La raison, dans ses propres termes :',
      next: 'Assurez-vous que la demande vient bien de cette personne, puis répondez par l’une de ces commandes :',
      everything: 'toutes les applications',
    },
    trial: {
      subject: 'Un e-mail pour essayer le serveur de messagerie',
      text: 'Cet e-mail a été envoyé pour voir si les e-mails de {address} arrivent. Ils arrivent. Il n’y a rien à faire.',
    },
  },
  es: {
    greeting: 'Hola, {name}:',
    invitation: {
      subject: 'Su acceso a {company}',
      text: '{company} ha creado una cuenta para usted. Su nombre de usuario es {login}. Abra este enlace y elija cómo iniciar sesión:',
      yours:
        'El enlace es solo para usted: quien lo tenga puede registrarse en su lugar. No reenvíe este correo a nadie.',
      until: 'Funciona una sola vez, hasta el {until}.',
      unknown: 'Si no sabe de qué se trata, no abra el enlace y avise a su departamento de informática.',
    },
    alert: {
      subject: 'El freno ha actuado: {check}',
      text: 'La comprobación {check} ha bloqueado de repente a {blocked} de {people} personas cuyos equipos han informado en los últimos diez minutos. A partir de ahora solo se registra y no detiene a nadie.',
      next: 'Así queda hasta que aplique otra política. Para verlo:',
    },
    stage: {
      subject: 'La etapa {stage} comienza el {when}',
      text: 'El {when} la etapa {number}, {stage}, comienza por sí sola: desde entonces la directiva se aplica a {people} personas. Según los últimos informes se detendría a {blocked} más que hoy.',
      next: 'Para ver a quién afecta y qué está planeado:',
    },
    request: {
      subject: '{name} pide acceso temporal',
      text: '{name} ({login}) pide acceso temporal a {application}.',
      why: 'El motivo, en sus propias palabras:',
      next: 'Compruebe que la petición es de esa persona y responda con uno de estos comandos:',
      everything: 'todas las aplicaciones',
    },
    trial: {
      subject: 'Un correo para probar el servidor de correo',
      text: 'Este correo se ha enviado para ver si llegan los correos de {address}. Llegan. No hay nada que hacer.',
    },
  },
};
