import { ContextListRoute, contextListMetadata } from '../context-routes.tsx';
import type { QueryProps } from '../page-props.ts';

export const generateMetadata = ({ searchParams }: QueryProps) => contextListMetadata('venue', searchParams);

export default function VenuesPage({ searchParams }: QueryProps) {
  return ContextListRoute({ kind: 'venue', searchParams });
}
