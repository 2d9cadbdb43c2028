/** Upper bounds of an uploaded archive in bytes: packed, unpacked, and per file that is read. */
export const maxPackedBytes = 16 * 1024 * 1024;
/** Size of the archive plus the multipart form around it. */
export const maxUploadBytes = maxPackedBytes + 10_000;

export const maxEntries = 2_000;

export const maxUnpackedBytes = 256 * 1024 * 1024;

export const maxFileBytes = 24 * 1024 * 1024;

export const maxManifestBytes = 1024 * 1024;
