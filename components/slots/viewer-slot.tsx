import { createElement, type ReactNode } from 'react';
import type { SlotName } from '#lib/portal/me/model.ts';

/**
 * The only place where a page that is cached for everybody may differ by reader. `render-slot.tsx` draws the same content for a member, and the
 * server puts it here (docs/decisions/0048-member-pages.md).
 */
export const ViewerSlot = ({ name, children }: { name: SlotName; children: ReactNode }) =>
  createElement('viewer-slot', { id: `slot-${name}`, className: 'contents' }, children);
