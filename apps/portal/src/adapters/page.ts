import type { SamlPostData } from '@vestibule/contracts';
import { type PagePort, pathOnSite } from '@vestibule/flows';
import { isWebAddress } from './addresses.ts';

/**
 * The page itself: where it goes, and the hidden form that leaves it. One that has left by itself has nothing more to say:
 * anyone who comes back to it, out of the browser's back/forward cache, finds a new one.
 */
export function createPagePort(goTo: PagePort['goTo']): PagePort {
  let hasLeft = false;
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted && hasLeft) location.reload();
  });
  return {
    goTo,
    download,
    saveText,
    submitForm(data) {
      hasLeft = true;
      submitForm(data);
    },
    leaveFor(path, by) {
      const own = pathOnSite(path, location.origin);
      if (own === null) return;
      if (by === 'person') location.assign(own);
      else {
        hasLeft = true;
        location.replace(own);
      }
    },
    openTab(address) {
      if (isWebAddress(address)) window.open(address, '_blank', 'noopener,noreferrer');
    },
  };
}

function submitForm({ actionUrl, samlResponse, relayState }: SamlPostData): void {
  const form = document.createElement('form');
  form.method = 'post';
  form.action = actionUrl;
  form.hidden = true;
  form.append(hiddenField('SAMLResponse', samlResponse));
  if (relayState !== null) form.append(hiddenField('RelayState', relayState));
  document.body.append(form);
  form.submit();
  form.remove();
}

function hiddenField(name: string, value: string): HTMLInputElement {
  const field = document.createElement('input');
  field.type = 'hidden';
  field.name = name;
  field.value = value;
  return field;
}

/** The server hands files out as attachments, so the page stays. */
function download(address: string): void {
  if (!isWebAddress(address)) return;
  const link = document.createElement('a');
  link.href = address;
  link.download = '';
  link.click();
}

/** The file is made in the page itself: what is in it goes nowhere. */
function saveText(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
