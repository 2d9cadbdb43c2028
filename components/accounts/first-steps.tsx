import { DigestChoices } from '#components/notifications/digest-question.tsx';
import { digestQuestion } from '#components/notifications/digest-request.ts';
import { Button } from '#components/ui/button.tsx';
import { formatCount } from '#components/ui/sentence.ts';
import { type Step, Steps } from '#components/ui/steps.tsx';
import { skipFirstSteps } from '#lib/portal/me/actions.ts';
import { type FirstSteps as FirstStepsView, recommendedFollows } from '#lib/portal/me/model.ts';

interface Props {
  steps: FirstStepsView;
  /** True if the account owns or has claimed a profile. */
  hasProfile: boolean;
}

/** The first steps of a new account, until they are done or skipped. */
export function FirstSteps({ steps: { name, follows, profiles, hasDigestChoice }, hasProfile }: Props) {
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
        <p>
          {follows} of {recommendedFollows}. Browse <a href="/authors">people</a>, <a href="/topics">topics</a> or{' '}
          <a href="/venues">venues</a>. Their new works arrive in your feed.
        </p>
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
    <section aria-labelledby="first-steps" className="mb-10 rounded-md border border-edge p-5">
      <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-6">
        <h2 id="first-steps" className="font-semibold">
          Get started
        </h2>
        <form action={skipFirstSteps} className="text-sm">
          <Button variant="quiet">Skip</Button>
        </form>
      </div>
      <Steps steps={steps} />
    </section>
  );
}

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
      <ul>
        {profiles.map(({ slug, name, works }) => (
          <li key={slug}>
            <a href={`/authors/${slug}`}>{name}</a>, {formatCount(works, 'work')}: <a href={`/claim/${slug}`}>this is me</a>
          </li>
        ))}
      </ul>
      <p>
        None of them? <a href="/me/new-profile">Create a profile</a>
      </p>
    </>
  );
}
