import { addressesIn } from '../addresses.ts';
import type { PrintedAddress } from '../model.ts';

/** Fields in which entries give the addresses of their authors; none is BibTeX's own, these are what exports write. */
const fieldNames = /^(?:authors?|corresponding_?(?:author)?)?[_+-]?e-?mails?$|^e-?mail[_-]?address(?:es)?$/i;

const latex = (text: string): string => text.replace(/\\([{}_&%#~])/g, '$1').replace(/\{(@)\}/g, '$1');

/** biblatex's annotations of an author list, `author+an:email = {1="…"; 2="…"}`: a number names the place in the list. */
function annotated(text: string): PrintedAddress[] {
  return text.split(';').flatMap((part) => {
    const place = /^\s*(\d{1,4})\s*=/.exec(part)?.[1];
    return addressesIn(part).map((address) => ({ address, beside: place ? Number(place) - 1 : null }));
  });
}

/** The addresses that an entry gives beside its list of authors, each once. */
export function printedIn(fields: Readonly<Record<string, string | undefined>>): PrintedAddress[] {
  const found = new Map<string, PrintedAddress>();
  for (const [name, value] of Object.entries(fields)) {
    if (!value) continue;
    const here = /^author\+an(?::e-?mails?)?$/.test(name)
      ? annotated(latex(value))
      : fieldNames.test(name)
        ? addressesIn(latex(value)).map((address) => ({ address, beside: null }))
        : [];
    for (const each of here) if (found.get(each.address)?.beside == null) found.set(each.address, each);
  }
  return [...found.values()];
}
