import type { NextConfig } from 'next';

const config: NextConfig = {
  // Types are checked by `npm test` (tsc, tests included); the person who only starts an instance need not wait for that.
  typescript: { ignoreBuildErrors: true },
  // Headers and compression are the front's (lib/server), which sees each page whole.
  poweredByHeader: false,
  compress: false,
  agentRules: false,
  reactStrictMode: true,
  // Native or worker-thread packages: required by Node at run time, never bundled.
  serverExternalPackages: ['better-sqlite3', 'pg', 'pino', 'nodemailer', 'satori', '@resvg/resvg-js'],
  // Metadata always in <head>, for every reader: without script, and the same bytes the person who asks.
  htmlLimitedBots: /.*/,
};

export default config;
