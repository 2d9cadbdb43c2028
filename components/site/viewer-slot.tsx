import { createElement, type ReactNode } from 'react';
import type { PersonSlotName, SlotName } from '#lib/portal/me/model.ts';

/**
 * The only element by which a publicly cached page may differ by viewer. `render-slot.tsx` renders its content for a signed-in viewer, and
 * the server inserts it (docs/decisions/0048-member-pages.md).
 */
export const ViewerSlot = ({ name, children }: { name: SlotName | PersonSlotName; children: ReactNode }) =>
  createElement('viewer-slot', { 'data-slot': name, className: 'contents' }, children);
