import type { QueryProps } from './page-props.ts';

type QueryValue = Awaited<QueryProps['searchParams']>[string];

/**
 * Returns the id and the code of an emailed link; null if they are malformed. Opening a page with the link does not use it, because mail
 * scanners open links too.
 */
export const mailedLinkOf = (id: QueryValue, code: QueryValue): { id: string; code: string } | null =>
  typeof id === 'string' && typeof code === 'string' && /^[0-9a-z]{12}$/.test(id) && /^[0-9a-z]{32}$/.test(code) ? { id, code } : null;
