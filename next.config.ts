import { existsSync } from 'node:fs';
import type { NextConfig } from 'next';

/** Node.js strips the types (runtime.mjs): Next would load its compiler for it. */
const config: NextConfig = {
  // Types are checked by `npm test` (tsc, tests included), so that starting an instance does not wait for it.
  typescript: { ignoreBuildErrors: true },
  // lib/runtime/server sets headers and compresses, because it buffers each page as a whole.
  poweredByHeader: false,
  compress: false,
  agentRules: false,
  reactStrictMode: true,
  // Preloaded fonts are named in the page, not in its headers.
  reactMaxHeadersLength: 0,
  // The image optimizer would serve a photo for hours after its owner has removed it, and store it on disk. No page uses it.
  images: { unoptimized: true },
  // Required by Node at run time and never bundled: packages with native code or worker threads, and drizzle-orm. Two copies of drizzle-orm
  // in one process do not recognise each other's classes, and then compare class names for every value.
  serverExternalPackages: ['better-sqlite3', 'drizzle-orm', 'pg', 'pino', 'nodemailer', 'satori', '@resvg/resvg-js'],
  // Metadata is always in <head>, so that every viewer receives the same bytes, with or without script.
  htmlLimitedBots: /.*/,
  experimental: {
    // The first build needs no build cache, which takes a fifth of its time and 170 MB.
    turbopackFileSystemCacheForBuild: existsSync('.next/BUILD_ID'),
    // Source maps are not used; they take 50 MB and a tenth of the build time.
    turbopackSourceMaps: false,
    // A server with separate renderers loads the pages that it renders itself on demand.
    preloadEntriesOnStart: process.env.PRELOAD_PAGES !== 'off',
  },
};

export default config;
