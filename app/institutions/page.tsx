import { ContextListRoute, contextListMetadata } from '../context-routes.tsx';
import type { QueryProps } from '../page-props.ts';

export const generateMetadata = ({ searchParams }: QueryProps) => contextListMetadata('institution', searchParams);

export default function InstitutionsPage({ searchParams }: QueryProps) {
  return ContextListRoute({ kind: 'institution', searchParams });
}
