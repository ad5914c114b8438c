import type { Config } from '#server/platform/config/config.ts'

export const testConfig: Config = {
  mode: 'test',
  port: 3000,
  host: 'localhost',
  dataDir: '/nonexistent',
  databaseUrl: undefined,
  storeUrl: 'https://shop.example.com',
  tokenSecret: 'a-secret-that-is-only-good-for-tests-0123456789',
  passwordPepper: 'a-pepper-that-is-only-good-for-tests-0123456789',
}
