import { createElement, Fragment } from 'react';
import { pageContext } from '../page-context.ts';

/** Takes the place of `react` in pages for visitors: outside of the framework its `cache` remembers nothing. */
export { createElement, Fragment };

/** Calls a loader once for each page and arguments. */
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
