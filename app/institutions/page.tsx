import { ContextListRoute, contextListMetadata } from '../context-routes.tsx';

interface Props {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export const generateMetadata = ({ searchParams }: Props) => contextListMetadata('institution', searchParams);

export default function InstitutionsPage({ searchParams }: Props) {
  return ContextListRoute({ kind: 'institution', searchParams });
}
