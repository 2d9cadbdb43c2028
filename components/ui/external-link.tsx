import type { ComponentProps } from 'react';

/** A link to a URL written by people or sources: search engines ignore it, and the target page cannot access this window. */
export const ExternalLink = ({ rel, children, ...rest }: ComponentProps<'a'>) => (
  <a {...rest} rel={`${rel ? `${rel} ` : ''}nofollow ugc noopener`}>
    {children}
  </a>
);
