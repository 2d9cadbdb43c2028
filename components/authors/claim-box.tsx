import { Day } from '#components/ui/day.tsx';
import { Section } from '#components/ui/section.tsx';
import type { AuthorView, AuthorViewerState } from '#lib/portal/pages/model/author-record.ts';
import { refusalOf } from '#lib/portal/refusals.ts';

interface Props {
  author: Pick<AuthorView, 'slug' | 'name' | 'kind' | 'claimState' | 'noticeEndsAt'>;
  /** Null for a reader who is not signed in. */
  viewer: AuthorViewerState | null;
}

/** Each state of a claim in a sentence of its own, with the next step. */
export function ClaimBox({ author, viewer }: Props) {
  const title = viewer?.isOwner ? 'This record is yours' : author.claimState === 'unclaimed' ? 'Is this you?' : 'Who owns this record';
  return (
    <Section id="claim" title={title}>
      <div className="space-y-2 text-sm">{viewer?.isOwner ? <Owner /> : <State author={author} viewer={viewer} />}</div>
    </Section>
  );
}

function Owner() {
  return (
    <>
      <p>You decide what is shown, and who may write to you.</p>
      <p>
        <a href="/me">Open your dashboard</a>
      </p>
    </>
  );
}

function State({ author, viewer }: Props) {
  const claim = `/claim/${author.slug}`;
  if (author.kind === 'organisation')
    return <p>A group that signs papers has no single owner, so this record cannot be claimed by one person.</p>;
  if (author.claimState === 'claimed')
    return (
      <p>
        The owner has proved the claim. If it is yours, <a href={claim}>show a strong proof</a>: reviewers then compare both sides.
      </p>
    );
  if (author.claimState === 'disputed')
    return <p>Two people disagree about this record. Nothing can be changed on it until that is decided.</p>;
  if (author.claimState === 'pending') return <Pending author={author} claim={claim} />;
  if (viewer?.claimRefusal) return <Refused code={viewer.claimRefusal} />;
  return (
    <>
      <p>
        Claiming takes about two minutes with an ORCID iD; a confirmed e-mail address takes seven days of public notice. Then you decide
        what is shown and who may write to you.
      </p>
      <p>
        <a href={claim}>Claim this record</a>
      </p>
    </>
  );
}

function Refused({ code }: { code: string }) {
  const { title, detail, action } = refusalOf(code);
  return (
    <>
      <p>
        {title}. {detail}
      </p>
      <p>{action}</p>
    </>
  );
}

function Pending({ author, claim }: { author: Props['author']; claim: string }) {
  return (
    <>
      <p>
        Somebody has claimed this record.{' '}
        {author.noticeEndsAt && (
          <>
            The claim is in public notice until <Day at={author.noticeEndsAt} />.
          </>
        )}
      </p>
      <p>
        If you are {author.name} and this claim is not yours, <a href={claim}>say so here</a>: a strong proof, such as an ORCID iD that
        shares a work with the record, is recorded as an objection.
      </p>
    </>
  );
}
