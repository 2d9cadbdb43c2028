import { useEffect, useState } from 'react';
import type { NodeId } from '#lib/catalog/graph/model/kinds.ts';
import { requestDetail } from './graph-requests.ts';

/** A pointer that passes over nodes requests nothing. */
const delayMs = 120;

/** Returns what a node is in a few words, once that is loaded: an affiliation, a venue, a number of works. */
export function useDetail(id: NodeId | null): string | null {
  const [known, setKnown] = useState<{ id: NodeId; detail: string | null } | null>(null);
  useEffect(() => {
    if (id === null) return;
    let isCurrent = true;
    const timer = setTimeout(() => {
      requestDetail(id).then(
        (detail) => isCurrent && setKnown({ id, detail }),
        // The card has the rest.
        () => {},
      );
    }, delayMs);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [id]);
  return known?.id === id ? known.detail : null;
}
