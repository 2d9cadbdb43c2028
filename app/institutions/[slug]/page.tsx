import { type ContextProps, ContextRoute, contextMetadata } from '../../context-routes.tsx';

export const generateMetadata = (props: ContextProps) => contextMetadata('institution', props);

export default function InstitutionPage(props: ContextProps) {
  return ContextRoute({ kind: 'institution', props });
}
