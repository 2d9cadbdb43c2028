import { createElement, Fragment } from 'react';
import { pageContext } from '../page-context.ts';

/** Replaces `react` in visitor pages, since its `cache` has no effect outside Next.js. */
export { createElement, Fragment };

/** Memoizes a loader by its arguments for the page being rendered. */
export function cache<Args extends readonly unknown[], T>(load: (...args: Args) => T): (...args: Args) => T {
  return (...args) => {
    const { loaded } = pageContext();
    const known = loaded.get(load) ?? new Map<string, unknown>();
    loaded.set(load, known);
    const name = JSON.stringify(args);
    if (!known.has(name)) known.set(name, load(...args));
    return known.get(name) as T;
  };
}
