import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';

const icons = { person: 'person', topic: 'topic', venue: 'venue', institution: 'institution' } as const;
type ChipKind = keyof typeof icons;
const tintClasses: Record<ChipKind, string> = {
  person: 'kind-person',
  topic: 'kind-topic',
  venue: 'kind-venue',
  institution: 'kind-institution',
};

interface Props {
  kind: ChipKind;
  href: string;
  children: ReactNode;
  /** Number of works or people that it links to. */
  count?: number;
}

/** A link to a person, topic, venue or institution. */
export function Chip({ kind, href, count, children }: Props) {
  return (
    <a href={href} className={`chip ${tintClasses[kind]}`}>
      <Icon name={icons[kind]} />
      <span className="wrap-anywhere min-w-0">{children}</span>
      {count !== undefined && <span className="font-normal">{count}</span>}
    </a>
  );
}
