import { ActionChoice, ActionTextArea } from '#components/site/action-form.tsx';
import { Disclosure } from '#components/ui/disclosure.tsx';
import { maxWorks } from '#lib/community/invitations/model/inputs.ts';
import type { WorkRef } from '#lib/community/invitations/model/invitation.ts';
import { inWords } from '#lib/platform/limits.ts';
import { workOptions } from './work-refs.tsx';

interface Props {
  works: { yours: readonly WorkRef[]; theirs: readonly WorkRef[] };
  /** The name of the person whose works `theirs` are. */
  name: string;
}

export const mentionedWorksSummary = `Refer to works (optional, up to ${inWords(maxWorks)})`;

/** Works to mention: selected among the newest of both people, or entered as URLs. */
export function MentionedWorksFields({ works: { yours, theirs }, name }: Props) {
  const ownIds = new Set(yours.map(({ id }) => id));
  const theirOnly = theirs.filter(({ id }) => !ownIds.has(id));
  return (
    <Disclosure summary={mentionedWorksSummary}>
      <div className="mt-3 space-y-6 text-base">
        {yours.length > 0 && <ActionChoice name="workIds" legend="Your newest" several options={workOptions(yours)} />}
        {theirOnly.length > 0 && <ActionChoice name="workIds" legend={`The newest of ${name}`} several options={workOptions(theirOnly)} />}
        <WorkUrlsField />
      </div>
    </Disclosure>
  );
}

export function WorkUrlsField() {
  return (
    <ActionTextArea
      name="workAddresses"
      label="Works by address"
      hint="Addresses of works on this site, such as /works/…, one a line."
      rows={2}
      maxLength={2000}
    />
  );
}
