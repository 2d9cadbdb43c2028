import { site } from '#lib/platform/site.ts';

/** The logo and the name, linked to the home page. */
export function Brand() {
  const { name, logo } = site();
  return (
    <a href="/" className="inline-flex min-w-0 max-w-full items-center gap-2 font-serif text-xl no-underline">
      {logo ? <Logo /> : <Mark />}
      <span className="truncate">{name}</span>
    </a>
  );
}

const Logo = () => (
  <svg aria-hidden="true" width="32" height="32" viewBox="0 0 32 32" className="size-8 flex-none">
    <image href="/logo" width="32" height="32" />
  </svg>
);

const Mark = () => (
  <svg aria-hidden="true" width="26" height="26" viewBox="0 0 32 32" className="size-6.5 flex-none fill-current text-accent">
    <path d="M10 22 22 9M10 22l14 2" fill="none" stroke="currentColor" strokeWidth="2.5" strokeLinecap="round" />
    <circle cx="9" cy="22" r="6" />
    <circle cx="22" cy="9" r="4" />
    <circle cx="25" cy="24" r="3" />
  </svg>
);
