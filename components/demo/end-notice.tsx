import { ActionForm } from '#components/site/action-form.tsx';
import { Button } from '#components/ui/button.tsx';
import { noticeDays } from '#lib/governance/claims/model/notice.ts';
import { endNoticeNow } from '#lib/portal/demo/actions.ts';
import { demoPeople } from '#lib/portal/demo/model.ts';

/** Ends the public notice of the viewer's claim immediately, on a local demo. */
export function EndNotice({ claimId }: { claimId: string }) {
  return (
    <ActionForm
      action={endNoticeNow}
      className="max-w-form space-y-2 rounded-md border border-edge border-dashed p-4"
      hiddenInputs={{ claimId }}
    >
      <Button>End the {noticeDays}-day notice now (demo)</Button>
      <p className="text-sm text-soft">
        Only on this local demo. It also opens the profile to invitations about datasets, and {demoPeople.tomas.name} sends you one.
      </p>
    </ActionForm>
  );
}
