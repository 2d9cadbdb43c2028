import type { QueryParameters } from '#lib/platform/form.ts';

/** The props of a page or route with dynamic path segments. */
export interface PathProps<Part extends string> {
  params: Promise<Record<Part, string>>;
}

/** The props of a page that reads query parameters. */
export interface QueryProps {
  searchParams: Promise<QueryParameters>;
}

export type PageProps<Part extends string> = PathProps<Part> & QueryProps;
