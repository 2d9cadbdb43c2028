'use client';

import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';

/**
 * Provides the TanStack Query client of a page, for live content of signed-in viewers. Created in the component, not in the module: the
 * server renders pages for many viewers, and a shared client would leak data between them.
 */
export function QueryProvider({ children }: { children: ReactNode }) {
  const [client] = useState(() => new QueryClient());
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}
