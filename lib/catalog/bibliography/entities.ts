import { decodeHTMLStrict } from 'entities';

/** Decodes the entities of HTML and XML once: `&eacute;` is é, and `&amp;lt;` is `&lt;`. */
export const decodeEntities = (text: string): string => (text.includes('&') ? decodeHTMLStrict(text) : text);
