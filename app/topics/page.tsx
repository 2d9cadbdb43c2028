import { ContextListRoute, contextListMetadata } from '../context-routes.tsx';
import type { QueryProps } from '../page-props.ts';

export const generateMetadata = ({ searchParams }: QueryProps) => contextListMetadata('topic', searchParams);

export default function TopicsPage({ searchParams }: QueryProps) {
  return ContextListRoute({ kind: 'topic', searchParams });
}
