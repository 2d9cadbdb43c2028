'use client';

import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';

/**
 * The one TanStack Query client of a page, for the live parts of signed-in readers. Made in the component, not in the module: the server
 * draws the pages of many readers, and a client that they shared would show one what another has.
 */
export function QueryProvider({ children }: { children: ReactNode }) {
  const [client] = useState(() => new QueryClient());
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}
