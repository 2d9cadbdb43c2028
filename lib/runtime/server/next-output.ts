/**
 * All that this server knows of the HTML that Next writes. `tests/model/next-output.test.ts` compares it with the installed version, so that
 * an upgrade that changes it fails there.
 */

const frameworkScript = /<script(?![^>]*type="application\/ld\+json")[^>]*>[\s\S]*?<\/script>|<link[^>]*\sas="script"[^>]*>/g;

/**
 * A page for a reader without a session: everything on it works without script, so none of the framework's is sent. A page that React has left in
 * pieces for a script to put together stays as it is.
 */
export const withoutScripts = (html: string): string =>
  /<template id="[BP]:|<div hidden id="S:/.test(html) ? html : html.replace(frameworkScript, '');

const inlineScript = /<script(?![^>]*\s(?:src=|type="application\/ld\+json"))[^>]*>([\s\S]*?)<\/script>/y;

/** The content of the scripts that are in the page itself. A pattern is tried where a script begins alone: pages are long. */
export function inlineScripts(html: string): string[] {
  const found: string[] = [];
  for (let at = html.indexOf('<script'); at >= 0; at = html.indexOf('<script', at)) {
    inlineScript.lastIndex = at;
    const match = inlineScript.exec(html);
    if (match) found.push(match[1] ?? '');
    at += match ? match[0].length : 1;
  }
  return found;
}

/** The framework's inline scripts: a call that passes data, and nothing else. */
const dataCall =
  /^(?:\(self\.__next_f=self\.__next_f\|\|\[\]\)|self\.__next_f|\(globalThis\["TURBOPACK"\] \|\| \(globalThis\["TURBOPACK"\] = \[\]\)\))\.push\(([\s\S]*)\);?$/;

/** True of an inline script that can do no more than hand data to the framework: its argument is JSON to the last letter. */
export function isData(script: string): boolean {
  try {
    JSON.parse(dataCall.exec(script.trim())?.[1] ?? '');
    return true;
  } catch {
    return false;
  }
}

/** True of the empty page that Next answers with where rendering has failed: a script is to fill it. */
export const isShell = (html: string): boolean => html.includes('<html id="__next_error__"');

/** Tags that each page has of its own: its metadata. */
const ownTag =
  /<title>[^<]*<\/title>|<meta (?:name="(?:description|application-name|robots|twitter:[^"]*)"|property=)[^>]*>|<link rel="(?:canonical|alternate)"[^>]*>/g;

/** What the framework writes around the metadata and the content of each page; null where it has left only a shell. */
export function pageShell(html: string): { begin: string; middle: string } | null {
  const [, head] = /^(<!DOCTYPE html><html[^>]*><head>[\s\S]*?)<\/head><body[^>]*>/.exec(withoutScripts(html)) ?? [];
  return head === undefined || isShell(html) ? null : { begin: head.replace(ownTag, ''), middle: '</head><body>' };
}
