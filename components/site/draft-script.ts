import { buttonClass } from '#components/ui/button-variants.ts';

/*
 * Drafts: what is typed into a form stays when the page is reloaded, left and returned to, or shown again after a new sign-in. They are in the
 * storage of the tab, by account, page and form. Sending the form and discarding remove them, and so do signing out in any tab and the sign-in of
 * somebody else.
 */

interface Draft {
  fields: Record<string, string>;
  /** Sent, and not known to have arrived: going back after a lost connection shows it again. */
  isSent?: boolean;
}

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const prefix = 'draft ';
const untyped = new Set(['hidden', 'password', 'file', 'submit', 'button']);
const isReturn = (performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming | undefined)?.type === 'back_forward';

const signOut = document.querySelector('form[action="/sign-out"]');
const accountName = signOut?.closest('details')?.querySelector('summary')?.textContent ?? '';
const keyFor = (account: string): string => `${prefix}${account} ${window.location.pathname}`;
const pageKey = keyFor(accountName);

const isDrafted = (form: Element | null): form is HTMLFormElement =>
  form instanceof HTMLFormElement && form.method === 'post' && form.closest('main') !== null;

const isField = (element: Element): element is Field =>
  element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement;
const fieldsOf = (form: HTMLFormElement): Field[] =>
  [...form.elements].filter(isField).filter(({ name, type }) => name !== '' && !untyped.has(type));

/** Identifies a form among those of its page: by what it is about, and by its fields. */
const keyOf = (form: HTMLFormElement): string => {
  const about = [...form.querySelectorAll<HTMLInputElement>('input[type="hidden"][name$="Id"]')].map(({ value }) => value);
  return [form.id, ...about, ...new Set(fieldsOf(form).map(({ name }) => name))].join(' ');
};

const isBox = (field: Field): field is HTMLInputElement => field.type === 'checkbox' || field.type === 'radio';
const fieldKey = (field: Field): string => (isBox(field) ? `${field.name}=${field.value}` : field.name);
const typedIn = (field: Field): string => (isBox(field) ? String(field.checked) : field.value);

function read(key: string): Record<string, Draft> {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? '{}') as Record<string, Draft>;
  } catch {
    return {};
  }
}

/** Uses a storage. If it is full or switched off, the form works as before. */
function attempt(use: () => void): void {
  try {
    use();
  } catch {}
}

const write = (key: string, drafts: Record<string, Draft>): void =>
  attempt(() => {
    if (Object.keys(drafts).length > 0) sessionStorage.setItem(key, JSON.stringify(drafts));
    else sessionStorage.removeItem(key);
  });

const storedPages = (): string[] => Object.keys(sessionStorage).filter((key) => key.startsWith(prefix));

const removeAll = (): void => {
  for (const key of storedPages()) sessionStorage.removeItem(key);
};

/** In the storage of the browser: when somebody signed out last. In that of the tab: the last of these that it has seen. */
const signedOutKey = 'signed out';

/** Removes the drafts of this tab if somebody has signed out in another since it looked last. */
const removeIfSignedOut = (): void =>
  attempt(() => {
    const last = localStorage.getItem(signedOutKey) ?? '';
    if (last !== (sessionStorage.getItem(signedOutKey) ?? '')) removeAll();
    sessionStorage.setItem(signedOutKey, last);
  });

function announceSignOut(): void {
  removeAll();
  attempt(() => localStorage.setItem(signedOutKey, `${Date.now()}`));
}

function forget(form: HTMLFormElement): void {
  const { [keyOf(form)]: _, ...others } = read(pageKey);
  write(pageKey, others);
}

function keep({ target }: Pick<Event, 'target'>): void {
  const form = target instanceof Element ? target.closest('form') : null;
  if (!isDrafted(form)) return;
  const fields = Object.fromEntries(fieldsOf(form).map((field) => [fieldKey(field), typedIn(field)]));
  write(pageKey, { ...read(pageKey), [keyOf(form)]: { fields } });
}

function markSent({ target }: Event): void {
  if (target === signOut) announceSignOut();
  if (!(target instanceof HTMLFormElement) || !isDrafted(target)) return;
  const drafts = read(pageKey);
  const draft = drafts[keyOf(target)];
  if (draft) write(pageKey, { ...drafts, [keyOf(target)]: { ...draft, isSent: true } });
}

function removeSent(): void {
  for (const key of storedPages()) write(key, Object.fromEntries(Object.entries(read(key)).filter(([, draft]) => !draft.isSent)));
}

/** Sets the fields of a form. @returns whether one has changed */
function restore(form: HTMLFormElement, { fields }: Draft): boolean {
  let hasChanged = false;
  for (const field of fieldsOf(form)) {
    const value = fields[fieldKey(field)];
    if (value === undefined || value === typedIn(field)) continue;
    if (isBox(field)) field.checked = value === 'true';
    else field.value = value;
    hasChanged = true;
    for (let fold = field.closest('details'); fold; fold = fold.parentElement?.closest('details') ?? null) fold.open = true;
  }
  return hasChanged;
}

/** Says above a form that it shows a draft, with a button to discard it. Only React may add elements to its pages. */
function announce(form: HTMLFormElement): void {
  if (document.querySelector('script[src^="/_next/"]')) return;
  const note = document.createElement('p');
  note.role = 'status';
  note.className = 'mb-4 text-sm text-soft';
  const button = document.createElement('button');
  button.type = 'button';
  button.className = buttonClass('quiet', 'text-sm');
  button.textContent = 'Discard it';
  button.addEventListener('click', () => {
    form.reset();
    forget(form);
    note.remove();
  });
  note.append('This is what you typed before. It is not sent. ', button);
  form.before(note);
}

removeIfSignedOut();
if (!isReturn) removeSent();
// What was typed before the sign-in.
if (accountName !== '') {
  write(pageKey, { ...read(keyFor('')), ...read(pageKey) });
  sessionStorage.removeItem(keyFor(''));
  for (const key of storedPages())
    if (!key.startsWith(`${prefix}${accountName} /`) && !key.startsWith(`${prefix} /`)) sessionStorage.removeItem(key);
}
const drafts = read(pageKey);
for (const form of document.querySelectorAll('main form')) {
  if (!isDrafted(form)) continue;
  const draft = drafts[keyOf(form)];
  if (draft && restore(form, draft)) announce(form);
}
// A page that answers a form shows again what was typed.
for (const answer of document.querySelectorAll('main form div[autofocus]')) keep({ target: answer });
document.addEventListener('input', keep);
document.addEventListener('change', keep);
window.addEventListener('submit', markSent);
// What another tab shows and holds of the account goes with the session.
window.addEventListener('storage', ({ key }) => {
  if (key !== signedOutKey || accountName === '') return;
  removeIfSignedOut();
  window.location.reload();
});
