import { z } from 'zod';
import type { WorkView } from '#lib/catalog/works/model/views.ts';
import { plainText } from '#lib/platform/text/rich-text.ts';

export const savedWorkInput = z.object({ workId: z.string().min(1).max(40) });
export type SavedWorkInput = z.infer<typeof savedWorkInput>;

/** Upper bound on works per request when a page asks which of them the viewer has saved. */
export const maxWorksPerRequest = 200;

/** Upper bound on saved works per account; an export of all of them is still built in one request. */
export const maxSavedWorks = 5_000;

/** A page of saved works, newest first. */
export interface SavedPage {
  works: WorkView[];
  /** The cursor of the next page; null at the end. */
  next: string | null;
}

export interface SaveButtonProps {
  workId: string;
  /** Plain text. */
  title: string;
}

export interface SaveState extends SaveButtonProps {
  /** Null if the viewer is not signed in. */
  saved: boolean | null;
}

/** Returns what the save button of a work shows besides its state. */
export const saveButtonProps = ({ id, title }: Pick<WorkView, 'id' | 'title'>): SaveButtonProps => ({
  workId: id,
  title: title ? plainText(title) : 'a work without a title',
});
