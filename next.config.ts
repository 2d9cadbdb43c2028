import type { NextConfig } from 'next';

const config: NextConfig = {
  // Types are checked by `npm test` (tsc, tests included); the person who only starts an instance need not wait for that.
  typescript: { ignoreBuildErrors: true },
  // lib/runtime/server sends headers and compresses: it sees each page whole.
  poweredByHeader: false,
  compress: false,
  agentRules: false,
  reactStrictMode: true,
  // Native or worker-thread packages: required by Node at run time, never bundled.
  serverExternalPackages: ['better-sqlite3', 'pg', 'pino', 'nodemailer', 'satori', '@resvg/resvg-js'],
  // Metadata always in <head>: the same bytes for every reader, with or without script.
  htmlLimitedBots: /.*/,
};

export default config;
