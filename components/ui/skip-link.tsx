/** The first focusable element: skips the header to `<main id="main">`. */
export function SkipLink() {
  return (
    <a href="#main" className="skip-link">
      Skip to content
    </a>
  );
}
