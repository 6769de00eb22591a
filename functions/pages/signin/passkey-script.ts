/**
 * Lets the browser's passkeys answer the forms that are marked for them: a form asks for options,
 * has a device answer them, and sends the answer. Where the browser knows no passkeys the forms
 * stay hidden. What the service refuses is a page, of which the sentence is shown.
 */
export const PASSKEY_SCRIPT = `
const NO = 'This did not work. Try again, or sign in with a code.';
const HERE = 'This device has a passkey for you already.';

const said = (page) => new DOMParser().parseFromString(page, 'text/html').querySelector('[role=alert]')?.textContent;

async function answered(form) {
  const body = new URLSearchParams(new FormData(form));
  const answer = await fetch(form.dataset.ask, { method: 'POST', body });
  if (!answer.ok) throw new Error(said(await answer.text()) ?? NO);
  const options = await answer.json();
  return form.dataset.passkey === 'create'
    ? navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) })
    : navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) });
}

function serve(form) {
  const alert = form.querySelector('[role=alert]');
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    alert.textContent = '';
    try {
      const credential = await answered(form);
      form.elements.credential.value = JSON.stringify(credential.toJSON());
      form.submit();
    } catch (error) {
      const known = error instanceof Error && error.constructor === Error;
      if (error.name === 'InvalidStateError') alert.textContent = HERE;
      else alert.textContent = known ? error.message : NO;
    }
  });
  form.hidden = false;
}

if (globalThis.PublicKeyCredential?.parseCreationOptionsFromJSON) {
  for (const form of document.querySelectorAll('form[data-passkey]')) {
    if (form.dataset.host === location.hostname) serve(form);
    else form.nextElementSibling.hidden = false;
  }
}
`;
