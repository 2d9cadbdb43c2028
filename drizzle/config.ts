import { defineConfig } from 'drizzle-kit';

// Run twice, once for each engine: `npm run migrations`.
const postgres = process.env.DATABASE_URL?.startsWith('postgres') ?? false;

export default defineConfig({
  dialect: postgres ? 'postgresql' : 'sqlite',
  schema: './lib/platform/db/schema/*.ts',
  out: postgres ? './drizzle/postgres' : './drizzle/sqlite',
  casing: 'snake_case',
});
