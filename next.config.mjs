import { existsSync } from 'node:fs';

/** Not TypeScript: Next would load its compiler to read it, 25 MB in each process. */

/** @type {import('next').NextConfig} */
const config = {
  // Types are checked by `npm test` (tsc, tests included); the person who only starts an instance need not wait for that.
  typescript: { ignoreBuildErrors: true },
  // lib/runtime/server sends headers and compresses: it sees each page whole.
  poweredByHeader: false,
  compress: false,
  agentRules: false,
  reactStrictMode: true,
  // Its image optimizer would answer for hours with a photo that its owner has removed, and keep it on the disk. No page uses it.
  images: { unoptimized: true },
  // Required by Node at run time, never bundled: native or worker-thread packages, and drizzle-orm, of which two copies in one process do not
  // know each other's classes and look for them by name at every value that they read.
  serverExternalPackages: ['better-sqlite3', 'drizzle-orm', 'pg', 'pino', 'nodemailer', 'satori', '@resvg/resvg-js'],
  // Metadata always in <head>: the same bytes for every reader, with or without script.
  htmlLimitedBots: /.*/,
  experimental: {
    // A checkout that is built once needs no cache of the build, which takes a fifth of its time and 170 MB.
    turbopackFileSystemCacheForBuild: existsSync('.next/BUILD_ID'),
    // Nothing reads them: 50 MB, and a tenth of the time.
    turbopackSourceMaps: false,
    // A server that has its pages rendered elsewhere loads those that it makes itself when they are asked for.
    preloadEntriesOnStart: process.env.PRELOAD_PAGES !== 'off',
  },
};

export default config;
