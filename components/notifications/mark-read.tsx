'use client';

import { type RefObject, useActionState, useEffect, useRef } from 'react';
import { RefusalNotice } from '#components/site/refusal-notice.tsx';
import { Button } from '#components/ui/button.tsx';
import { initialFocus } from '#components/ui/field.tsx';
import { markNotificationsRead } from '#lib/community/notifications/actions.ts';

interface Props {
  id: string;
  title: string;
  isRead: boolean;
}

/**
 * Marks one notification as read, in its list. Then focuses the next notification, also if this one is no longer in the list; without
 * script, the focus stays here.
 */
export function MarkRead({ id, title, isRead }: Props) {
  const [state, submit] = useActionState(markNotificationsRead, null);
  const isMarked = isRead && state?.ok === true;
  const next = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isMarked) focusOn(next);
  }, [isMarked]);
  useEffect(() => () => void requestAnimationFrame(() => focusOn(next)), []);
  if (isRead && !isMarked) return null;
  return (
    <div className="text-sm">
      {!isRead && (
        <form action={submit} onSubmit={({ currentTarget }) => (next.current = linkAfter(currentTarget))}>
          {state?.ok === false && <RefusalNotice refusal={state.refusal} until={state.until} />}
          <input type="hidden" name="id" value={id} />
          <Button variant="quiet">
            Mark as read<span className="sr-only">: {title}</span>
          </Button>
        </form>
      )}
      <p role="status" tabIndex={-1} {...(isMarked && initialFocus)} className="text-soft">
        {isMarked && 'Marked as read'}
      </p>
    </div>
  );
}

/** Focuses a link once; the main element if the link has been removed meanwhile. */
function focusOn(link: RefObject<HTMLElement | null>): void {
  if (link.current) (link.current.isConnected ? link.current : document.getElementById('main'))?.focus();
  link.current = null;
}

/** Returns the link of the next notification, or of the last one. */
function linkAfter(node: Node): HTMLElement | null {
  const links = [...document.querySelectorAll<HTMLElement>('main a[href^="/notifications/"]')];
  return links.find((link) => node.compareDocumentPosition(link) & Node.DOCUMENT_POSITION_FOLLOWING) ?? links.at(-1) ?? null;
}
