/**
 * All assumptions of this server about the HTML that Next.js writes. `tests/model/next-output.test.ts` verifies them against the installed
 * version, so that an incompatible upgrade fails there.
 */

/** Returns whether Next.js answers a path by itself, with a file of its own. */
export const isFrameworkFile = (path: string): boolean => path.startsWith('/_next/');

/** Returns whether a path is a file of the build, whose name contains a hash of its content. */
export const isBuildFile = (path: string): boolean => path.startsWith('/_next/static/');

const frameworkScript = /<script(?![^>]*type="application\/ld\+json")[^>]*>[\s\S]*?<\/script>|<link[^>]*\sas="script"[^>]*>/g;

/**
 * Removes the scripts of Next.js from a page for viewers without a session, since everything on it works without script. A page whose parts
 * React leaves for a script to assemble is not changed.
 */
export const removeScripts = (html: string): string =>
  /<template id="[BP]:|<div hidden id="S:/.test(html) ? html : html.replace(frameworkScript, '');

const inlineScript = /<script(?![^>]*\s(?:src=|type="application\/ld\+json"))[^>]*>([\s\S]*?)<\/script>/y;

/** Returns the content of inline scripts. The pattern is applied only where a script starts, since pages are long. */
export function inlineScripts(html: string): string[] {
  const contents: string[] = [];
  for (let position = html.indexOf('<script'); position >= 0; position = html.indexOf('<script', position)) {
    inlineScript.lastIndex = position;
    const match = inlineScript.exec(html);
    if (match) contents.push(match[1] ?? '');
    position += match ? match[0].length : 1;
  }
  return contents;
}

/** Matches an inline script of Next.js: a single call that passes data. */
const dataCall =
  /^(?:\(self\.__next_f=self\.__next_f\|\|\[\]\)|self\.__next_f|\(globalThis\["TURBOPACK"\] \|\| \(globalThis\["TURBOPACK"\] = \[\]\)\))\.push\(([\s\S]*)\);?$/;

/** In a page that answers a form, the call that begins is followed by one with the state of the form. */
const begin = /^\(self\.__next_f=self\.__next_f\|\|\[\]\)\.push\(\[0\]\);(?=self\.__next_f\.push\()/;

/** Returns whether an inline script only passes data to Next.js: its argument is valid JSON. */
export function isDataScript(script: string): boolean {
  try {
    JSON.parse(dataCall.exec(script.trim().replace(begin, ''))?.[1] ?? '');
    return true;
  } catch {
    return false;
  }
}

/** Returns whether Next.js has responded with an empty page for a script to fill, because rendering has failed. */
export const isShell = (html: string): boolean => html.includes('<html id="__next_error__"');

/** Matches metadata tags that differ by page. */
const pageMetadataTag =
  /<title>[^<]*<\/title>|<meta (?:name="(?:description|application-name|robots|twitter:[^"]*)"|property=)[^>]*>|<link rel="(?:canonical|alternate)"[^>]*>/g;

/** Returns what Next.js writes around metadata and content of each page; null if the page is only a shell. */
export function pageShell(html: string): { begin: string; middle: string } | null {
  const [, head] = /^(<!DOCTYPE html><html[^>]*><head>[\s\S]*?)<\/head><body[^>]*>/.exec(removeScripts(html)) ?? [];
  return head === undefined || isShell(html) ? null : { begin: head.replace(pageMetadataTag, ''), middle: '</head><body>' };
}
