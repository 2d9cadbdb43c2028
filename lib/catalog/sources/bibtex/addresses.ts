import { addressesIn } from '../addresses.ts';
import type { PrintedAddress } from '../model.ts';

/** Fields for the email addresses of authors. They are not standard BibTeX, but exports write them. */
const addressField = /^(?:authors?|corresponding_?(?:author)?)?[_+-]?e-?mails?$|^e-?mail[_-]?address(?:es)?$/i;

/** True if a field holds email addresses of authors. */
export const isAddressField = (name: string): boolean => addressField.test(name) || annotationField.test(name);
const annotationField = /^author\+an(?::e-?mails?)?$/;

const unescapeLatex = (text: string): string => text.replace(/\\([{}_&%#~])/g, '$1').replace(/\{(@)\}/g, '$1');

/** Parses biblatex's annotation of an author list, `author+an:email = {1="…"; 2="…"}`: the number is a position in the list. */
function parseAnnotation(text: string): PrintedAddress[] {
  return text.split(';').flatMap((part) => {
    const position = /^\s*(\d{1,4})\s*=/.exec(part)?.[1];
    return addressesIn(part).map((address) => ({ address, authorIndex: position ? Number(position) - 1 : null }));
  });
}

/** Returns the distinct email addresses in the fields of an entry, apart from its author list. */
export function printedAddressesIn(fields: Readonly<Record<string, string | undefined>>): PrintedAddress[] {
  const byAddress = new Map<string, PrintedAddress>();
  for (const [name, value] of Object.entries(fields)) {
    if (!value) continue;
    const addresses = annotationField.test(name)
      ? parseAnnotation(unescapeLatex(value))
      : addressField.test(name)
        ? addressesIn(unescapeLatex(value)).map((address) => ({ address, authorIndex: null }))
        : [];
    for (const each of addresses) if (byAddress.get(each.address)?.authorIndex == null) byAddress.set(each.address, each);
  }
  return [...byAddress.values()];
}
