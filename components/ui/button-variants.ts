const variants = {
  /** The main action of a page. */
  primary: 'border-accent bg-accent text-accent-ink hover:border-accent-deep hover:bg-accent-deep hover:text-accent-ink',
  plain: 'border-edge bg-card text-ink hover:border-accent hover:text-accent',
  /** A selected state; pressing the button reverts it. */
  on: 'border-transparent bg-wash text-accent hover:border-accent',
  /** Undoes or ends something. */
  danger: 'border-danger bg-card text-danger hover:bg-danger hover:text-paper',
  /** Looks like a link, but submits a form. */
  quiet: 'min-h-6! border-transparent px-0! py-0! font-normal! text-ink underline decoration-soft underline-offset-4 hover:text-accent',
} as const;
export type ButtonVariant = keyof typeof variants;

/** Returns the classes of a button, for the server and for scripts that change buttons. */
export const buttonClass = (variant: ButtonVariant, more = ''): string => `button ${variants[variant]} ${more}`.trimEnd();
