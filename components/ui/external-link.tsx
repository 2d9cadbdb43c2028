import type { ComponentProps } from 'react';

/** A link to an address that people or sources have written: it gives the other page no weight in searches and no hold on this one. */
export const ExternalLink = ({ rel, children, ...rest }: ComponentProps<'a'>) => (
  <a {...rest} rel={`${rel ? `${rel} ` : ''}nofollow ugc noopener`}>
    {children}
  </a>
);
