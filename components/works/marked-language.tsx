import type { ReactNode } from 'react';
import { markedLanguage } from '#lib/catalog/bibliography/languages.ts';
import type { RichText } from '#lib/platform/text/rich-text.ts';

interface Props {
  /** The language of the work, as its source writes it. */
  language: string | null;
  text: RichText | string;
  /** The rendered text; without it, the text is rendered as it is. */
  children?: ReactNode;
}

/** The title or abstract of a work, with its language for screen readers if that is not the language of the page. */
export function MarkedLanguage({ language, text, children = text as string }: Props) {
  const tag = markedLanguage(language, text);
  return tag === undefined ? children : <span lang={tag}>{children}</span>;
}
