import { tokenize } from '#lib/platform/text/tokenizer.ts';
import { matchesToken } from '#lib/platform/text/word-forms.ts';

/** A text with highlighted search terms. */
export function HighlightedText({ text, words }: { text: string; words: readonly string[] }) {
  if (words.length === 0) return text;
  // Odd parts are tokens, even parts are separators.
  const parts = text.split(/([\p{L}\p{N}]+)/u).map((part, at) => ({ part, at }));
  return parts.map(({ part, at }) =>
    at % 2 === 1 && tokenize(part).some((token) => matchesToken(words, token)) ? (
      <mark key={at} className="border-accent border-b-2 bg-wash text-inherit">
        {part}
      </mark>
    ) : (
      part
    ),
  );
}
