import { ContextListRoute, contextListMetadata } from '../context-routes.tsx';

interface Props {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export const generateMetadata = ({ searchParams }: Props) => contextListMetadata('topic', searchParams);

export default function TopicsPage({ searchParams }: Props) {
  return ContextListRoute({ kind: 'topic', searchParams });
}
