import type { Config } from '#server/platform/config/config.ts'

/** Enough of a configuration for jobs that run without a server. */
export const benchConfig: Config = {
  mode: 'demo',
  port: 3000,
  host: 'localhost',
  dataDir: '/nonexistent',
  databaseUrl: undefined,
  storeUrl: 'http://localhost:3000',
  tokenSecret: 'a-secret-that-is-only-good-for-benches-0123456789',
  passwordPepper: 'a-pepper-that-is-only-good-for-benches-0123456789',
}
