/*
 * Menus of links (`<details data-menu>`): an open one closes by Escape, by a press beside it, and when the focus leaves it. It listens on the
 * document, so that it serves menus that React has not yet taken over. Without script a menu closes by its own summary.
 */

function closeMenus(keepsOpen: (menu: HTMLDetailsElement) => boolean): void {
  for (const menu of document.querySelectorAll<HTMLDetailsElement>('details[data-menu][open]')) if (!keepsOpen(menu)) menu.open = false;
}

/** Closes the menus that an event happens beside. */
const closeBeside = ({ target }: Event): void => closeMenus((menu) => target instanceof Node && menu.contains(target));

document.addEventListener('pointerdown', closeBeside);
document.addEventListener('focusin', closeBeside);
document.addEventListener('keydown', (event) => {
  if (event.key !== 'Escape' || event.isComposing) return;
  closeMenus((menu) => {
    // A closed menu cannot hold the focus.
    if (menu.contains(document.activeElement)) menu.querySelector('summary')?.focus();
    return false;
  });
});
// A page that the back button brings back as it was shows its menus closed.
window.addEventListener('pagehide', () => closeMenus(() => false));

export {};
