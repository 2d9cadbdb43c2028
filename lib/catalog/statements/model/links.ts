/** Pages elsewhere that an owner lists beside their home page. */
export const maxLinks = 6;
const maxLabel = 40;

/** A page elsewhere; an empty label where the owner gives none. */
export interface StatedLink {
  label: string;
  url: string;
}

/** The links of a text with one link a line: a label, if any, and then the address. */
export const linksIn = (text: string): StatedLink[] =>
  text.split('\n').flatMap((line) => {
    const words = line.trim().split(' ');
    const url = words.pop();
    return url ? [{ label: words.join(' ').replace(/:$/, ''), url }] : [];
  });

/**
 * The same text as it is kept, each address once and whole, or what is wrong with it.
 * @param address an address as it is kept; null where it is none
 */
export function linksAs(text: string, address: (typed: string) => string | null): { text: string } | { fault: string } {
  const typed = linksIn(text);
  if (typed.length > maxLinks) return { fault: `Up to ${maxLinks} pages.` };
  const links = new Map<string, string>();
  for (const { label, url } of typed) {
    const href = address(url);
    if (href === null) return { fault: 'End each line with a whole address, such as https://name.example.org/.' };
    if (label.length > maxLabel) return { fault: `Up to ${maxLabel} characters before each address.` };
    if (!links.has(href)) links.set(href, label);
  }
  return { text: [...links].map(([href, label]) => `${label} ${href}`.trim()).join('\n') };
}
