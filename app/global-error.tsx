'use client';

import './globals.css';

/** Has its own layout, because the root layout has failed. */
export default function FrameError({ error }: { error: Error & { digest?: string } }) {
  return (
    <html lang="en">
      <body>
        <main id="main" className="gutter mx-auto w-full max-w-frame py-12">
          <h1 className="font-medium font-serif text-display">This page could not be loaded</h1>
          <p className="mt-3 max-w-measure text-soft">
            This is an error of this instance. None of your data is lost. Reload the page in a moment.
          </p>
          {error.digest && <p className="mt-6 text-sm text-soft">If you contact the operator, quote the number {error.digest}.</p>}
          <p className="mt-6">
            <a href="/">Go to the home page</a>
          </p>
        </main>
      </body>
    </html>
  );
}
