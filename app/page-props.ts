/** The props of a page or route with dynamic path segments. */
export interface PathProps<Part extends string> {
  params: Promise<Record<Part, string>>;
}

/** The props of a page that reads query parameters. */
export interface QueryProps {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export type PageProps<Part extends string> = PathProps<Part> & QueryProps;
