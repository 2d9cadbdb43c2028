import { expect, type Locator, type Page } from '@playwright/test';

/** More stops than any page of the main job has. */
const maxStops = 150;

/** Moves the focus by Tab until the target has it; at a group of radio buttons, on by its arrows. Each stop must be seen. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  if (await target.evaluate((each) => each === document.activeElement)) return;
  const wanted = await target.elementHandle();
  for (let stops = 0; stops < maxStops; stops += 1) {
    await page.keyboard.press('Tab');
    const { isThere, isInGroup, fault } = await page.evaluate(lookAtFocus, wanted);
    expect(fault, page.url()).toBeNull();
    if (isThere) return;
    if (isInGroup) return arrowTo(page, target);
  }
  throw new Error(`${target} is not reached by ${maxStops} stops on ${page.url()}`);
}

async function arrowTo(page: Page, target: Locator): Promise<void> {
  for (let steps = 0; steps < 20 && !(await target.evaluate((each) => each === document.activeElement)); steps += 1)
    await page.keyboard.press('ArrowDown');
  await expect(target).toBeFocused();
}

/** Whether the target has the focus, or shares its group of radio buttons, and what hides the focus from a reader. */
function lookAtFocus(wanted: Node | null): { isThere: boolean; isInGroup: boolean; fault: string | null } {
  const focused = document.activeElement as HTMLElement;
  const group =
    focused instanceof HTMLInputElement && focused.type === 'radio' && wanted instanceof HTMLInputElement && wanted.type === 'radio';
  const isInGroup = group && wanted.name === focused.name;
  const isThere = focused === wanted;
  // Past the last stop a browser leaves the page.
  if (focused === document.body) return { isThere, isInGroup, fault: null };
  // A control that is drawn by its label is seen there.
  const drawn = (focused as HTMLInputElement).labels?.[0]?.contains(focused)
    ? ((focused as HTMLInputElement).labels?.[0] ?? focused)
    : focused;
  const box = drawn.getClientRects()[0];
  const what = focused.outerHTML.slice(0, 160);
  if (!box || box.width < 2 || box.bottom <= 0 || box.top >= innerHeight) return { isThere, isInGroup, fault: `out of sight: ${what}` };
  const middle = (from: number, to: number, most: number) => (Math.max(0, from) + Math.min(to, most)) / 2;
  const top = document.elementFromPoint(middle(box.left, box.right, innerWidth), middle(box.top, box.bottom, innerHeight));
  const isSeen = top !== null && (drawn.contains(top) || top.contains(drawn));
  const lit = [focused, drawn].some((each) => each.matches(':focus-visible, :has(:focus-visible)'));
  const outlined = [focused, drawn].some(
    (each) => getComputedStyle(each).outlineStyle !== 'none' || getComputedStyle(each).boxShadow !== 'none',
  );
  return { isThere, isInGroup, fault: !isSeen ? `hidden: ${what}` : !lit || !outlined ? `without a mark: ${what}` : null };
}
