import type { Suggestion } from '#lib/portal/search/model/results.ts';

/*
 * Suggestions below every search box, by the ARIA 1.2 pattern of an editable combobox with a listbox. Part of the script for pages that
 * work without one (`components/frame/page-script.ts`). Listens on the document, so that it handles boxes that React has not hydrated yet or
 * renders again. Writes text, never HTML.
 */

const inputSelector = 'form[action="/search"] input[name="q"]';
const waitMs = 120;
const maxCached = 50;
const eastAsianLetters = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const kindLabels: Record<Suggestion['kind'], string> = {
  people: 'Person',
  topics: 'Topic',
  venues: 'Venue',
  institutions: 'Institution',
  works: 'Work',
};

let openCombobox: { input: HTMLInputElement; list: HTMLElement; active: number } | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;
let pendingRequest: AbortController | undefined;
const cached = new Map<string, Suggestion[]>();

/** Returns the list of suggestions of an input, created on first use together with the status that announces their number. */
function listOf(input: HTMLInputElement): HTMLElement {
  const existing = document.getElementById(`${input.id}-list`);
  if (existing) return existing;
  const list = document.createElement('ul');
  list.id = `${input.id}-list`;
  list.hidden = true;
  list.setAttribute('role', 'listbox');
  list.setAttribute('aria-label', 'Suggestions');
  list.className = 'absolute top-full right-0 left-0 z-10 mt-1 max-h-[70vh] overflow-y-auto rounded-md border border-edge bg-paper py-1';
  const status = document.createElement('p');
  status.id = `${input.id}-status`;
  status.className = 'sr-only';
  status.setAttribute('role', 'status');
  // React leaves unknown nodes in place at the end of a form.
  input.form?.append(list, status);
  return list;
}

/** Makes an input a combobox. Called each time, because React may have rendered it again. */
function prepareCombobox(input: HTMLInputElement): HTMLElement {
  const list = listOf(input);
  input.form?.classList.add('relative');
  if (input.getAttribute('role') === 'combobox') return list;
  for (const [name, value] of Object.entries({ role: 'combobox', 'aria-autocomplete': 'list', 'aria-expanded': 'false' })) {
    input.setAttribute(name, value);
  }
  input.setAttribute('aria-controls', list.id);
  return list;
}

const announce = (input: HTMLInputElement, text: string): void => {
  const status = document.getElementById(`${input.id}-status`);
  if (status) status.textContent = text;
};

function close(): void {
  clearTimeout(timer);
  pendingRequest?.abort();
  if (!openCombobox) return;
  openCombobox.list.hidden = true;
  openCombobox.input.setAttribute('aria-expanded', 'false');
  openCombobox.input.removeAttribute('aria-activedescendant');
  openCombobox = null;
}

function createPart(text: string, className: string): HTMLElement {
  const span = document.createElement('span');
  span.className = className;
  span.textContent = text;
  return span;
}

/** Creates a further part of a suggestion. It is only visually separated by a space, so screen readers get a comma. */
function createFurtherPart(text: string, className: string): HTMLElement {
  const span = createPart(text, className);
  span.prepend(createPart(', ', 'sr-only'));
  return span;
}

function createOption({ kind, label, href, hint }: Suggestion, id: string): HTMLElement {
  const item = document.createElement('li');
  item.id = id;
  item.dataset.href = href;
  item.setAttribute('role', 'option');
  item.setAttribute('aria-selected', 'false');
  item.className =
    'flex min-h-11 cursor-pointer items-baseline gap-3 px-3 py-2 hover:bg-wash aria-selected:bg-wash aria-selected:text-accent';
  item.append(createPart(label, 'min-w-0 grow truncate font-serif'));
  if (hint) item.append(createFurtherPart(hint, 'hidden min-w-0 max-w-48 shrink-0 truncate text-soft text-xs sm:block'));
  item.append(createFurtherPart(kindLabels[kind], 'shrink-0 text-soft text-xs'));
  return item;
}

function showSuggestions(input: HTMLInputElement, suggestions: readonly Suggestion[]): void {
  if (document.activeElement !== input) return;
  const list = prepareCombobox(input);
  list.replaceChildren(...suggestions.map((each, index) => createOption(each, `${list.id}-${index}`)));
  announce(
    input,
    suggestions.length === 0 ? 'No suggestions' : `${suggestions.length} ${suggestions.length === 1 ? 'suggestion' : 'suggestions'}`,
  );
  input.removeAttribute('aria-activedescendant');
  list.hidden = suggestions.length === 0;
  input.setAttribute('aria-expanded', String(suggestions.length > 0));
  openCombobox = suggestions.length > 0 ? { input, list, active: -1 } : null;
}

async function requestSuggestions(input: HTMLInputElement, text: string): Promise<void> {
  const cachedSuggestions = cached.get(text);
  if (cachedSuggestions) return showSuggestions(input, cachedSuggestions);
  pendingRequest = new AbortController();
  const { signal } = pendingRequest;
  try {
    const response = await fetch(`/search/suggestions?q=${encodeURIComponent(text)}`, { signal });
    if (!response.ok) return;
    const { suggestions } = (await response.json()) as { suggestions: Suggestion[] };
    if (cached.size >= maxCached) cached.clear();
    cached.set(text, suggestions);
    if (!signal.aborted) showSuggestions(input, suggestions);
  } catch {
    // Aborted by the next keystroke, or offline: the form still works.
  }
}

/** Requests suggestions shortly after the last keystroke. Until then, the previous ones stay visible, but cannot be selected. */
function handleInput(input: HTMLInputElement): void {
  clearTimeout(timer);
  pendingRequest?.abort();
  activateOption(-1);
  const text = input.value.replace(/\s+/g, ' ').trim();
  if (text.length < 2 && !eastAsianLetters.test(text)) {
    close();
    announce(input, '');
    return;
  }
  timer = setTimeout(() => void requestSuggestions(input, text), waitMs);
}

/** Sets the active option; -1 is the input itself. */
function activateOption(index: number): void {
  if (!openCombobox) return;
  const options = [...openCombobox.list.children];
  options[openCombobox.active]?.setAttribute('aria-selected', 'false');
  openCombobox.active = index < -1 ? options.length - 1 : index >= options.length ? -1 : index;
  const active = options[openCombobox.active];
  active?.setAttribute('aria-selected', 'true');
  active?.scrollIntoView({ block: 'nearest' });
  if (active) openCombobox.input.setAttribute('aria-activedescendant', active.id);
  else openCombobox.input.removeAttribute('aria-activedescendant');
}

/** Opens a suggestion, in a new tab if the modifier key is pressed. */
function openSuggestion(item: Element | null | undefined, inNewTab: boolean): void {
  if (!(item instanceof HTMLElement) || !item.dataset.href) return;
  const { href } = item.dataset;
  if (inNewTab) return void window.open(href, '_blank', 'noopener');
  close();
  location.assign(href);
}

/** Handles a key; returns false to keep its default action. */
function handleKey(input: HTMLInputElement, key: string): boolean {
  if (!openCombobox) {
    // A pending request must not open the list after Escape.
    if (key === 'Escape') close();
    if (key !== 'ArrowDown' && key !== 'ArrowUp') return false;
    handleInput(input);
    return true;
  }
  const isOnOption = openCombobox.active >= 0;
  if (key === 'ArrowDown') activateOption(openCombobox.active + 1);
  else if (key === 'ArrowUp') activateOption(openCombobox.active - 1);
  else if (key === 'Home' && isOnOption) activateOption(0);
  else if (key === 'End' && isOnOption) activateOption(openCombobox.list.children.length - 1);
  else if (key === 'Escape') close();
  else if (key === 'Enter' && isOnOption) openSuggestion(openCombobox.list.children[openCombobox.active], false);
  else return false;
  return true;
}

const inputOf = (event: Event): HTMLInputElement | null =>
  event.target instanceof HTMLInputElement && event.target.matches(inputSelector) && event.target.id ? event.target : null;
const optionOf = (event: Event): Element | null =>
  event.target instanceof Element && openCombobox ? event.target.closest(`#${openCombobox.list.id} [role="option"]`) : null;

document.addEventListener('focusin', (event) => {
  const input = inputOf(event);
  if (input) prepareCombobox(input);
});
document.addEventListener('input', (event) => {
  const input = inputOf(event);
  if (input) handleInput(input);
});
document.addEventListener('keydown', (event) => {
  const input = inputOf(event);
  // Keys of an input method are ignored. Safari ends a composition before the key that ended it, and reports only keyCode 229 for that key.
  if (!input || event.isComposing || event.keyCode === 229 || event.ctrlKey || event.metaKey || event.altKey) return;
  if (handleKey(input, event.key)) event.preventDefault();
});
document.addEventListener('focusout', (event) => {
  if (inputOf(event)) close();
});
document.addEventListener('submit', close);
// Closed before the page is cached for the back button.
window.addEventListener('pagehide', close);
// Pressing on the list must not move the focus.
document.addEventListener('mousedown', (event) => {
  if (event.button === 0 && event.target instanceof Element && openCombobox?.list.contains(event.target)) event.preventDefault();
});
document.addEventListener('click', (event) => openSuggestion(optionOf(event), event.ctrlKey || event.metaKey));
