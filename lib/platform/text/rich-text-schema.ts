import { z } from 'zod';
import { type RichText, withoutUnsafeCharacters } from './rich-text.ts';

/** The schema of a tree. Not in `rich-text.ts`, which browsers load: Zod tries to compile code there, which the content security policy blocks. */
export const richText: z.ZodType<RichText> = z.array(
  z.union([
    z.string().overwrite(withoutUnsafeCharacters),
    z.object({ tag: z.enum(['b', 'i', 'tt', 'sc', 'sup', 'sub', 'nocase']), of: z.lazy(() => richText) }),
    z.object({ tag: z.literal('math'), tex: z.string().overwrite(withoutUnsafeCharacters) }),
    z.object({ tag: z.literal('a'), href: z.string(), of: z.lazy(() => richText) }),
  ]),
);
