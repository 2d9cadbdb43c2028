import { z } from 'zod';

const idSchema = z
  .string()
  .regex(/^[0-9a-z]{1,40}$/)
  .optional()
  .catch(undefined);

/**
 * The action to complete after signing in: `follow` is the id of an author record, topic, venue or institution, or `searchPlaceholderId`; `save` is
 * the id of a work.
 */
export const signInIntent = z.object({ follow: idSchema, save: idSchema });
export type SignInIntent = z.infer<typeof signInIntent>;
