'use client';

import { useEffect } from 'react';

/** Keeps the title of the window, for a page that another one gives way to: the router would set the title of that one. */
export function LastingTitle({ title }: { title: string }) {
  useEffect(() => {
    const setTitle = () => {
      if (document.title !== title) document.title = title;
    };
    setTitle();
    const observer = new MutationObserver(setTitle);
    observer.observe(document.head, { childList: true, subtree: true, characterData: true });
    return () => observer.disconnect();
  }, [title]);
  return null;
}
