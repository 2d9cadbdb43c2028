import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { ComponentProps, ReactNode } from 'react';
import { Page } from './page.tsx';

// The pages' compiler keeps this module from server components, for whom it has no use of its own: it is read as Node reads it.
const { renderToStaticMarkup } = createRequire(join(process.cwd(), 'package.json'))(
  'react-dom/server',
) as typeof import('react-dom/server');

/** What React writes for a form whose action is a function, which only the pages' framework can make work. */
const actionOfFramework = 'javascript:throw new Error(';

/** HTML of elements in which there is nothing for the framework to do: no server action and no component of the browser; null where there is. */
function staticHtml(children: ReactNode): string | null {
  try {
    const html = renderToStaticMarkup(children);
    return html.includes(actionOfFramework) ? null : html;
  } catch {
    // Drawn by the framework, a component that fails does so again, and is told of.
    return null;
  }
}

/**
 * A page in which there is nothing for the framework to do, drawn at once: the framework would write it twice, as data for a script of the
 * browser and from that as HTML. Takes the place of `Page`, and is one where it holds what only the framework can draw. Reviewed: the HTML
 * is React's own, which escapes every text.
 */
export function StaticPage(props: ComponentProps<typeof Page>) {
  const page = <Page {...props} />;
  const html = staticHtml(page);
  return html === null ? page : <div className="contents" dangerouslySetInnerHTML={{ __html: html }} />;
}
