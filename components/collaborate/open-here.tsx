import { purposeTitles } from '#components/invitations/purpose-titles.ts';
import { formatCount, joinWords } from '#components/ui/sentence.ts';
import type { ContextKind } from '#lib/catalog/contexts/model/context.ts';
import type { Purpose } from '#lib/community/invitations/model/purposes.ts';
import { listingsUrl } from './listing-url.ts';

export interface OpenPeople {
  people: number;
  purposes: readonly Purpose[];
}

const maxPurposes = 3;

/** How many people of a topic, venue or institution are open to collaborate; nothing if nobody is. */
export function OpenHere({ open: { people, purposes }, kind, slug }: { open: OpenPeople; kind: ContextKind; slug: string }) {
  if (people === 0) return null;
  const titles = purposes.slice(0, maxPurposes).map((purpose) => `a ${purposeTitles[purpose].toLowerCase()}`);
  return (
    <p className="mb-6 rounded-card bg-wash p-4 text-sm">
      <a href={listingsUrl({ [kind]: slug })} className="font-semibold">
        {formatCount(people, 'person', 'people')} here {people === 1 ? 'is' : 'are'} open to {joinWords(titles)}
      </a>
    </p>
  );
}
