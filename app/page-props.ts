/** What Next gives a page, or a route, whose path has a part that varies. */
export interface PathProps<Part extends string> {
  params: Promise<Record<Part, string>>;
}

/** What Next gives a page that reads the query of its address. */
export interface QueryProps {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export type PageProps<Part extends string> = PathProps<Part> & QueryProps;
