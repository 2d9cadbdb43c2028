import { formatLimit, formatSize, inWords } from '#lib/platform/limits.ts';
import type { Refusal } from '#lib/platform/refusals.ts';
import { archiveImportsPerHour, archivesPerDay } from './model/archive.ts';
import { maxFileBytes, maxPackedBytes } from './model/upload-limits.ts';

export const exportRefusals = {
  archive_pending: {
    title: 'An archive is already being created',
    detail: 'You can create one archive at a time.',
    action: 'Wait a moment, and reload the page.',
    link: { href: '/me/data', label: 'Go to data and privacy' },
  },
  too_many_archives: {
    status: 429,
    title: `You have requested ${inWords(archivesPerDay.times)} archives today`,
    detail: `An account can request ${formatLimit(archivesPerDay, 'archives')}.`,
    action: 'Download the latest one, or request another tomorrow.',
    link: { href: '/me/data', label: 'Go to data and privacy' },
  },
  unknown_archive: {
    status: 404,
    title: 'This upload is no longer available',
    detail: 'It was imported, replaced by another upload, or is older than a day.',
    action: 'Upload the archive again. Existing data stays unchanged.',
    link: { href: '/me/data#import', label: 'Go to data and privacy' },
  },
  too_many_uploads: {
    status: 429,
    title: 'You have uploaded many files in a short time',
    detail: `An account can upload ${formatLimit(archiveImportsPerHour, 'files')}.`,
    action: 'Upload it later.',
  },
  archive_missing: {
    status: 400,
    title: 'No file was uploaded',
    detail: 'The form contained no file, or the file was empty.',
    action: 'Choose the ZIP file of your archive, and upload it again.',
  },
  archive_cross_site: {
    status: 403,
    title: 'The upload did not come from this page',
    detail: 'Another site sent it, or the browser did not name its origin.',
    action: 'Choose the file here, and upload it again.',
  },
  archive_too_large: {
    status: 413,
    title: 'This file is too large',
    detail: `An archive has at most ${formatSize(maxPackedBytes)}, and each of its files at most ${formatSize(maxFileBytes)} unpacked.`,
    action: 'If this is the original download, contact the operator of this instance.',
  },
  archive_not_zip: {
    status: 400,
    title: 'This is not a ZIP file',
    detail: 'It is another kind of file, or the download is incomplete.',
    action: 'Upload the ZIP file as you downloaded it. If it is incomplete, download it again.',
  },
  archive_unsafe: {
    status: 400,
    title: 'This ZIP file cannot be read safely',
    detail: 'It contains duplicate names, paths outside its folder, or a password.',
    action: 'Upload the ZIP file as you downloaded it from the other instance.',
  },
  archive_not_recognised: {
    status: 400,
    title: 'This ZIP file is not a Peergraph archive',
    detail: 'It has no valid manifest.json at its top level.',
    action: 'Request an archive on the other instance, and upload that ZIP file unchanged.',
  },
  archive_version_unknown: {
    status: 400,
    title: 'This archive has an unsupported version',
    detail: 'This instance reads peergraph-export-1.',
    action: 'Ask the operator to update Peergraph, or create a new archive on the other instance.',
  },
  archive_damaged: {
    status: 400,
    title: 'This archive is damaged',
    detail: 'One of its files is missing, incomplete or changed.',
    action: 'Download it again from the other instance, and upload it unchanged.',
  },
} as const satisfies Record<string, Refusal>;
