const variants = {
  /** The one thing that a page asks for. */
  primary: 'border-accent bg-accent text-accent-ink hover:border-accent-deep hover:bg-accent-deep hover:text-accent-ink',
  plain: 'border-edge bg-card text-ink hover:border-accent hover:text-accent',
  /** What is chosen already: pressing it undoes the choice. */
  on: 'border-transparent bg-wash text-accent hover:border-accent',
  /** Undoes or ends something. */
  danger: 'border-danger bg-card text-danger hover:bg-danger hover:text-paper',
  /** No more than a link that posts. */
  quiet: 'min-h-6! border-transparent px-0! py-0! font-normal! text-ink underline decoration-soft underline-offset-4 hover:text-accent',
} as const;
export type ButtonVariant = keyof typeof variants;

/** The classes of a button, for the server and for scripts that change one. */
export const buttonClass = (variant: ButtonVariant, more = ''): string => `button ${variants[variant]} ${more}`.trimEnd();
