import { FollowForm } from '#components/follows/follow-form.tsx';
import { DigestChoices } from '#components/notifications/digest-question.tsx';
import { digestQuestion } from '#components/notifications/digest-request.ts';
import { Button, ButtonLink } from '#components/ui/button.tsx';
import { Monogram } from '#components/ui/monogram.tsx';
import { formatCount } from '#components/ui/sentence.ts';
import { type Step, Steps } from '#components/ui/steps.tsx';
import type { TopicToFollow } from '#lib/community/follows/model.ts';
import { skipFirstSteps } from '#lib/portal/me/actions.ts';
import { type FirstSteps as FirstStepsView, recommendedFollows } from '#lib/portal/me/model.ts';

interface Props {
  steps: FirstStepsView;
  /** True if the account owns or has claimed a profile. */
  hasProfile: boolean;
  topics: readonly TopicToFollow[];
}

/** The first steps of a new account, until they are done or skipped. */
export function FirstSteps({ steps: { name, follows, profiles, hasDigestChoice }, hasProfile, topics }: Props) {
  const stepsDone = [name !== null && name !== '', hasProfile, follows >= recommendedFollows, hasDigestChoice];
  if (stepsDone.every(Boolean)) return null;
  const stateOf = (index: number): Step['state'] => (stepsDone[index] ? 'done' : stepsDone.indexOf(false) === index ? 'now' : 'later');
  const steps: Step[] = [
    {
      key: 'name',
      title: 'Add your name',
      state: stateOf(0),
      children: !stepsDone[0] && (
        <p>
          <a href="#account">Enter it below</a>. We use it to find profiles that may be yours.
        </p>
      ),
    },
    {
      key: 'profile',
      title: 'Claim your profile',
      state: stateOf(1),
      children: !stepsDone[1] && <ProfileCandidates profiles={profiles} />,
    },
    {
      key: 'follow',
      title: `Follow ${recommendedFollows} people and topics`,
      state: stateOf(2),
      children: !stepsDone[2] && (
        <>
          <p>
            {follows} of {recommendedFollows}. Browse <a href="/authors">people</a>, <a href="/topics">topics</a> or{' '}
            <a href="/venues">venues</a>. Their new works arrive in your feed.
          </p>
          <TopicChoices topics={topics} />
        </>
      ),
    },
    {
      key: 'digest',
      title: 'Choose a digest',
      state: stateOf(3),
      children: !stepsDone[3] && (
        <>
          <p>{digestQuestion}</p>
          <DigestChoices back="/me" />
        </>
      ),
    },
  ];
  return (
    <section aria-labelledby="first-steps" className="card min-w-0">
      <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-6">
        <h2 id="first-steps" className="font-semibold">
          Get started
        </h2>
        <span className="flex items-baseline gap-x-5 text-sm">
          <span className="text-soft">
            {stepsDone.filter(Boolean).length} of {steps.length} done
          </span>
          <form action={skipFirstSteps}>
            <Button variant="quiet">Skip</Button>
          </form>
        </span>
      </div>
      <div className="mb-3 h-1.5 overflow-hidden rounded-full bg-wash" aria-hidden="true">
        <div className="h-full bg-accent" style={{ width: `${(100 * stepsDone.filter(Boolean).length) / steps.length}%` }} />
      </div>
      <Steps steps={steps} />
    </section>
  );
}

const TopicChoices = ({ topics }: Pick<Props, 'topics'>) =>
  topics.length > 0 && (
    <ul className="grid gap-x-6 gap-y-2 sm:grid-cols-2">
      {topics.map(({ contextId, name, path }) => (
        <li key={contextId} className="flex min-w-0 flex-wrap items-center justify-between gap-x-3 gap-y-1">
          <a href={path} className="bare-link wrap-anywhere min-w-0 font-serif text-md">
            {name}
          </a>
          <FollowForm target={{ contextId }} name={name} following={false} followers={null} back="/me" variant="plain" />
        </li>
      ))}
    </ul>
  );

function ProfileCandidates({ profiles }: Pick<FirstStepsView, 'profiles'>) {
  if (profiles.length === 0)
    return (
      <p>
        <a href="/search">Find the profile with your works</a> and claim it. Not here? <a href="/me/new-profile">Create a profile</a>
      </p>
    );
  return (
    <>
      <p>Is one of these you?</p>
      <ul className="grid gap-2.5 sm:grid-cols-2">
        {profiles.map(({ slug, name, works }) => (
          <li key={slug} className="flex items-center gap-3 rounded-card border border-line bg-paper p-3">
            <Monogram name={name} slug={slug} claimed={false} />
            <span className="min-w-0 flex-1">
              <a href={`/authors/${slug}`} className="wrap-anywhere font-serif text-md">
                {name}
              </a>
              <span className="block text-soft text-xs">{formatCount(works, 'work')}</span>
            </span>
            <ButtonLink href={`/claim/${slug}`}>
              This is me<span className="sr-only">: {name}</span>
            </ButtonLink>
          </li>
        ))}
      </ul>
      <p>
        None of them? <a href="/me/new-profile">Create a profile</a>
      </p>
    </>
  );
}
