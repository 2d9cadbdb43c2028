/*
 * Menus of links (`<details data-menu>`): Escape, a press outside and leaving focus close an open menu. Listens on the document, so that it
 * handles menus that React has not hydrated yet. Without script, the summary closes a menu.
 */

function closeMenus(isKeptOpen: (menu: HTMLDetailsElement) => boolean): void {
  for (const menu of document.querySelectorAll<HTMLDetailsElement>('details[data-menu][open]')) if (!isKeptOpen(menu)) menu.open = false;
}

/** Closes the menus outside which an event occurs. A dialog belongs to the menu that has opened it: the focus returns there. */
const closeMenusOutside = ({ target }: Event): void => {
  if (target instanceof Element && target.closest('[role="alertdialog"]')) return;
  closeMenus((menu) => target instanceof Node && menu.contains(target));
};

document.addEventListener('pointerdown', closeMenusOutside);
document.addEventListener('focusin', closeMenusOutside);
document.addEventListener('keydown', (event) => {
  if (event.key !== 'Escape' || event.isComposing) return;
  closeMenus((menu) => {
    // Focus moves to the summary first, because a closed menu cannot have the focus.
    if (menu.contains(document.activeElement)) menu.querySelector('summary')?.focus();
    return false;
  });
});
// Closed before the page is cached for the back button.
window.addEventListener('pagehide', () => closeMenus(() => false));

export {};
