/** The pages that are rendered to static markup, by route: the build writes this module from their policies. */
declare module 'static-pages' {
  import type { Metadata } from 'next';
  import type { ReactNode } from 'react';

  export interface PageProps {
    params: Promise<never>;
    searchParams: Promise<never>;
  }

  /** The exports of a page file of the App Router. */
  interface PageModule {
    default(props: PageProps): ReactNode | Promise<ReactNode>;
    metadata?: Metadata;
    generateMetadata?(props: PageProps): Metadata | Promise<Metadata>;
  }

  export const pages: Readonly<Record<string, PageModule>>;
}
