/** First stop of the keyboard: leads past the header to `<main id="main">`. */
export function SkipLink() {
  return (
    <a
      href="#main"
      className="fixed top-2 left-2 z-40 -translate-y-20 rounded-md bg-accent px-4 py-2 text-accent-ink no-underline focus:translate-y-0 hover:text-accent-ink"
    >
      Skip to content
    </a>
  );
}
