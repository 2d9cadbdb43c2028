/** The mark and the name, leading home. */
export function Brand() {
  return (
    <a href="/" className="inline-flex items-center gap-2 font-serif text-xl no-underline">
      <svg aria-hidden="true" viewBox="0 0 32 32" className="size-6.5 flex-none fill-current text-accent">
        <path d="M10 22 22 9M10 22l14 2" fill="none" stroke="currentColor" strokeWidth="2.5" strokeLinecap="round" />
        <circle cx="9" cy="22" r="6" />
        <circle cx="22" cy="9" r="4" />
        <circle cx="25" cy="24" r="3" />
      </svg>
      Peergraph
    </a>
  );
}
