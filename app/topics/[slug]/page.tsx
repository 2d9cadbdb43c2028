import { type ContextProps, ContextRoute, contextMetadata } from '../../context-routes.tsx';

export const generateMetadata = (props: ContextProps) => contextMetadata('topic', props);

export default function TopicPage(props: ContextProps) {
  return ContextRoute({ kind: 'topic', props });
}
