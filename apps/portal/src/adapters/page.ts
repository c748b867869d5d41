import type { SamlPostData } from '@vestibule/contracts';
import type { PagePort } from '@vestibule/flows';

/** The page itself: where it goes, and the hidden form that leaves it. */
export function createPagePort(goTo: (path: string) => void): PagePort {
  return { goTo: (path) => (path.startsWith('/online/') ? location.assign(path) : goTo(path)), submitForm };
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
