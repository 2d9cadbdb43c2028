/*
 * Keys that lead to the search: Ctrl+K or ⌘K anywhere, and "/" while nothing has the focus, so that it can be typed, and spoken commands
 * do not press it by accident.
 */

const isSearchKey = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean =>
  !altKey && !shiftKey && (ctrlKey || metaKey ? key === 'k' : key === '/' && document.activeElement === document.body);

document.addEventListener('keydown', (event) => {
  if (event.isComposing || event.defaultPrevented || !isSearchKey(event)) return;
  event.preventDefault();
  const inputs = document.querySelectorAll<HTMLInputElement>('main #search, #site-search');
  const input = [...inputs].find((each) => each.offsetParent !== null);
  if (!input) return window.location.assign('/search');
  input.focus();
  input.select();
});

export {};
