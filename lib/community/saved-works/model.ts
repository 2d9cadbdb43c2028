import { z } from 'zod';
import type { WorkView } from '#lib/catalog/works/model/views.ts';
import { plainText } from '#lib/platform/text/rich-text.ts';

export const savedWorkInput = z.object({ workId: z.string().min(1).max(40) });
export type SavedWorkInput = z.infer<typeof savedWorkInput>;

/** Of so many works at once a page asks which its reader has saved. */
export const maxWorksAsked = 200;

/** So many works one account keeps: a file of all of them is still made at once. */
export const maxSavedWorks = 5_000;

/** Works that an account has saved, the last saved first. */
export interface SavedPage {
  works: WorkView[];
  /** Null at the end. */
  next: string | null;
}

/** A work that can be saved. */
export interface SaveShown {
  workId: string;
  /** Plain text. */
  title: string;
}

export interface SaveState extends SaveShown {
  /** Null for a reader without an account. */
  saved: boolean | null;
}

/** What the save button of a work shows besides its state. */
export const saveShown = ({ id, title }: Pick<WorkView, 'id' | 'title'>): SaveShown => ({
  workId: id,
  title: title ? plainText(title) : 'a work without a title',
});
