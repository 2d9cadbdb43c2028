import { expect, type Locator, type Page } from '@playwright/test';

/** Upper bound on the tab stops of a page. */
const maxStops = 150;

/** Moves the focus to the target by Tab, and within a group of radio buttons by arrow keys. Expects a visible focus at each stop. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  if (await target.evaluate((element) => element === document.activeElement)) return;
  let targetElement = await target.elementHandle();
  for (let stops = 0; stops < maxStops; stops += 1) {
    await page.keyboard.press('Tab');
    const { isTarget, isInGroup, isConnected, fault } = await page.evaluate(inspectFocus, targetElement);
    expect(fault, page.url()).toBeNull();
    if (isTarget) return;
    if (isInGroup) return arrowTo(page, target);
    // A page that changes in place may have replaced it.
    if (!isConnected) targetElement = await target.elementHandle();
  }
  throw new Error(`${target} is not reached by ${maxStops} stops on ${page.url()}`);
}

async function arrowTo(page: Page, target: Locator): Promise<void> {
  for (let steps = 0; steps < 20 && !(await target.evaluate((element) => element === document.activeElement)); steps += 1)
    await page.keyboard.press('ArrowDown');
  await expect(target).toBeFocused();
}

interface Stop {
  isTarget: boolean;
  isInGroup: boolean;
  /** Whether the target is still on the page. */
  isConnected: boolean;
  fault: string | null;
}

/** Returns whether the target has the focus or is in the same group of radio buttons, and why the focus is not visible, if so. */
function inspectFocus(targetElement: Node | null): Stop {
  const focused = document.activeElement as HTMLElement;
  const group =
    focused instanceof HTMLInputElement &&
    focused.type === 'radio' &&
    targetElement instanceof HTMLInputElement &&
    targetElement.type === 'radio';
  const isInGroup = group && targetElement.name === focused.name;
  const isTarget = focused === targetElement;
  const found = { isTarget, isInGroup, isConnected: targetElement?.isConnected === true };
  // After the last stop the focus leaves the page.
  if (focused === document.body) return { ...found, fault: null };
  // A visually hidden control is represented by its label.
  const visibleElement = (focused as HTMLInputElement).labels?.[0]?.contains(focused)
    ? ((focused as HTMLInputElement).labels?.[0] ?? focused)
    : focused;
  const box = visibleElement.getClientRects()[0];
  const html = focused.outerHTML.slice(0, 160);
  if (!box || box.width < 2 || box.bottom <= 0 || box.top >= innerHeight) return { ...found, fault: `out of sight: ${html}` };
  const middle = (from: number, to: number, most: number) => (Math.max(0, from) + Math.min(to, most)) / 2;
  const top = document.elementFromPoint(middle(box.left, box.right, innerWidth), middle(box.top, box.bottom, innerHeight));
  const isUncovered = top !== null && (visibleElement.contains(top) || top.contains(visibleElement));
  const isFocusVisible = [focused, visibleElement].some((each) => each.matches(':focus-visible, :has(:focus-visible)'));
  // The frame around a field may have the mark.
  const hasOutline = [focused, visibleElement, focused.parentElement ?? focused].some(
    (each) => getComputedStyle(each).outlineStyle !== 'none' || getComputedStyle(each).boxShadow !== 'none',
  );
  return {
    ...found,
    fault: !isUncovered ? `hidden: ${html}` : !isFocusVisible || !hasOutline ? `without a mark: ${html}` : null,
  };
}
