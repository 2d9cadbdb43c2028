import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { formatSize } from '#lib/platform/limits.ts';
import { InputError, readText } from './reading.ts';

/** Handler for an XML format. `path` lists the open elements, outermost first. */
interface XmlHandler {
  open(tag: SaxesTagPlain, path: readonly string[]): void;
  text(text: string): void;
  close(name: string, path: readonly string[]): void;
}

const doctypeMessage = 'The file has a DOCTYPE, which is not accepted. Remove it and import the file again';
const maxDepth = 32;
/** Upper bound on the bytes between two closing tags; longer text is not a field of a record. */
const maxTextBytes = 4 * 1024 * 1024;

/**
 * Parses an XML file once, in bounded memory. DOCTYPE is rejected, which excludes entity expansion and external entities.
 * @throws InputError with line and column if the XML is not well-formed, nested too deeply, or has a DOCTYPE
 */
export async function walkXml(path: string, handler: XmlHandler): Promise<void> {
  const parser = new SaxesParser();
  const openElements: string[] = [];
  let lastClosePosition = 0;
  let hasRoot = false;
  const fail = (reason: string): never => {
    throw new InputError(`${reason} (line ${parser.line}, column ${parser.columnIndex + 1})`);
  };
  parser.on('doctype', () => fail(doctypeMessage));
  parser.on('error', (error) => fail(`The XML is not well-formed: ${error.message.replace(/^(\S+:)?\d+:\d+:\s*/, '')}`));
  parser.on('opentag', (tag) => {
    if (openElements.length >= maxDepth) fail(`Elements are nested more than ${maxDepth} deep`);
    hasRoot = true;
    handler.open(tag, openElements);
    openElements.push(tag.name);
  });
  parser.on('text', (text) => handler.text(text));
  parser.on('cdata', (text) => handler.text(text));
  parser.on('closetag', (tag) => {
    openElements.pop();
    lastClosePosition = parser.position;
    handler.close(tag.name, openElements);
  });
  for await (const text of readText(path)) {
    // Rejected at its first characters, because the rest may be an entity expansion attack.
    const doctype = hasRoot ? -1 : text.search(/<!doctype/i);
    parser.write(doctype < 0 ? text : text.slice(0, doctype));
    if (doctype >= 0 && !hasRoot) fail(doctypeMessage);
    if (doctype >= 0) parser.write(text.slice(doctype));
    if (parser.position - lastClosePosition > maxTextBytes) fail(`A single text is longer than ${formatSize(maxTextBytes)}`);
  }
  parser.close();
}
