/** An uploaded archive is no larger, packed and unpacked; and none of its files that are read is. */
export const maxPackedBytes = 16 * 1024 * 1024;
/** The file, and the form around it. */
export const maxUploadBytes = maxPackedBytes + 10_000;

export const maxEntries = 2_000;

export const maxUnpackedBytes = 256 * 1024 * 1024;

export const maxFileBytes = 24 * 1024 * 1024;

export const maxManifestBytes = 1024 * 1024;
