import { ProfilePhoto } from '#components/people/profile-photo.tsx';
import { ActionButton } from '#components/site/action-button.tsx';
import { PowerHint } from '#components/statements/power-hint.tsx';
import { Button } from '#components/ui/button.tsx';
import { controlClass, FieldFrame } from '#components/ui/field.tsx';
import { maxPhotoBytes } from '#lib/catalog/ownership/model.ts';
import { hasPower } from '#lib/catalog/powers/model.ts';
import type { OwnRecord } from '#lib/catalog/statements/model/statement.ts';
import { removePhoto } from '#lib/portal/pages/actions/statements.ts';

/** The photo of a profile: a plain form, so that the server reads no part of the file before checking permission. */
export function PhotoForm({ record: { id, slug, name, photoSince, level } }: { record: OwnRecord }) {
  return (
    <div className="space-y-5">
      <p className="max-w-measure text-sm text-soft">
        Public, as your statement. The picture is cut to a square and stored without its metadata, such as the place where it was taken.
      </p>
      {photoSince && (
        <div className="flex flex-wrap items-center gap-5">
          <ProfilePhoto name={name} slug={slug} since={photoSince} />
          <ActionButton action={removePhoto} className="text-sm" hiddenInputs={{ authorId: id }} variant="quiet" label="Remove the photo" />
        </div>
      )}
      {hasPower(level, 'photo') ? <UploadForm slug={slug} hasPhoto={photoSince !== null} /> : <PowerHint power="photo" slug={slug} />}
    </div>
  );
}

function UploadForm({ slug, hasPhoto }: { slug: string; hasPhoto: boolean }) {
  return (
    <form action={`/me/records/${slug}/photo`} method="post" encType="multipart/form-data" className="space-y-4">
      <FieldFrame
        id="photo-file"
        label={hasPhoto ? 'Another photo' : 'Photo'}
        hint={`JPEG, PNG or WebP, up to ${maxPhotoBytes / 1024 ** 2} MB.`}
      >
        <input
          id="photo-file"
          name="photo"
          type="file"
          accept="image/jpeg,image/png,image/webp"
          required
          aria-describedby="photo-file-hint"
          className={controlClass}
        />
      </FieldFrame>
      <Button>Upload the photo</Button>
    </form>
  );
}
