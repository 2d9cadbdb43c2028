/** Maximum number of web pages that an owner lists beside their home page. */
export const maxLinks = 6;
const maxLabelCharacters = 40;

/** A web page; the label is empty if the owner states none. */
export interface StatedLink {
  label: string;
  url: string;
}

/** Parses one link per line: an optional label, then the URL. */
export const parseLinks = (text: string): StatedLink[] =>
  text.split('\n').flatMap((line) => {
    const words = line.trim().split(' ');
    const url = words.pop();
    return url ? [{ label: words.join(' ').replace(/:$/, ''), url }] : [];
  });

/**
 * Normalises such a text, with complete URLs and without duplicates, or returns the error.
 * @param address returns the normalised URL, or null if it is invalid
 */
export function normaliseLinks(text: string, address: (typed: string) => string | null): { text: string } | { fault: string } {
  const typed = parseLinks(text);
  if (typed.length > maxLinks) return { fault: `Up to ${maxLinks} pages.` };
  const links = new Map<string, string>();
  for (const { label, url } of typed) {
    const href = address(url);
    if (href === null) return { fault: 'End each line with a whole address, such as https://name.example.org/.' };
    if (label.length > maxLabelCharacters) return { fault: `Up to ${maxLabelCharacters} characters before each address.` };
    if (!links.has(href)) links.set(href, label);
  }
  return { text: [...links].map(([href, label]) => `${label} ${href}`.trim()).join('\n') };
}
