import {
  createContext,
  createElement,
  Fragment,
  useActionState,
  useContext,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { pageContext } from '../page-context.ts';

/** Replaces `react` in static markup, since its `cache` has no effect outside Next.js. */
export { createContext, createElement, Fragment, useActionState, useContext, useEffect, useRef, useState, useSyncExternalStore };

/** Memoizes a loader by its arguments for the page being rendered. */
export function cache<Args extends readonly unknown[], T>(load: (...args: Args) => T): (...args: Args) => T {
  return (...args) => {
    const { loaded } = pageContext();
    const results = loaded.get(load) ?? new Map<string, unknown>();
    loaded.set(load, results);
    const key = JSON.stringify(args);
    if (!results.has(key)) results.set(key, load(...args));
    return results.get(key) as T;
  };
}
