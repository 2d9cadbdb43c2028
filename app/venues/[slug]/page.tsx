import { type ContextProps, ContextRoute, contextMetadata } from '../../context-routes.tsx';

export const generateMetadata = (props: ContextProps) => contextMetadata('venue', props);

export default function VenuePage(props: ContextProps) {
  return ContextRoute({ kind: 'venue', props });
}
