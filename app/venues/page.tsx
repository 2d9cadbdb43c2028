import { ContextListRoute, contextListMetadata } from '../context-routes.tsx';

interface Props {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export const generateMetadata = ({ searchParams }: Props) => contextListMetadata('venue', searchParams);

export default function VenuesPage({ searchParams }: Props) {
  return ContextListRoute({ kind: 'venue', searchParams });
}
