import type { NextConfig } from 'next';

const developing = process.env.NODE_ENV === 'development';

/** Everything comes from this instance itself. Next starts its pages with inline scripts; the response cache will hash them. */
const policy = [
  "default-src 'self'",
  `script-src 'self' 'unsafe-inline'${developing ? " 'unsafe-eval'" : ''}`,
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "object-src 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

const config: NextConfig = {
  poweredByHeader: false,
  agentRules: false,
  reactStrictMode: true,
  // Native or worker-thread packages: required by Node at run time, never bundled.
  serverExternalPackages: ['better-sqlite3', 'pg', 'pg-copy-streams', 'pino', 'nodemailer'],
  // Metadata always in <head>, for every reader: without script, and the same bytes whoever asks.
  htmlLimitedBots: /.*/,
  headers: async () => [
    {
      source: '/:path*',
      headers: [
        { key: 'Content-Security-Policy', value: policy },
        { key: 'X-Content-Type-Options', value: 'nosniff' },
        { key: 'Referrer-Policy', value: 'strict-origin-when-cross-origin' },
        { key: 'Permissions-Policy', value: 'camera=(), microphone=(), geolocation=()' },
      ],
    },
  ],
};

export default config;
