import { defineConfig } from 'vitest/config'

/** Rooms whose tests need no database; testing these alone starts none. */
const unit = [
  'src/{contract,client,ui,features,pages,shell}/**/*.test.ts',
  '{scripts,bench}/**/*.test.ts',
  'tests/pages-fixture/**/*.test.ts',
]

export default defineConfig({
  test: {
    environment: 'node',
    pool: 'forks',
    maxWorkers: 2,
    // spies end with their test
    restoreMocks: true,
    setupFiles: ['./tests/unexpected-console-error.ts'],
    testTimeout: 30_000,
    hookTimeout: 30_000,
    projects: [
      { extends: true, test: { name: 'unit', include: unit } },
      {
        extends: true,
        test: {
          name: 'api',
          include: ['src/**/*.test.ts', 'tests/**/*.test.ts'],
          exclude: unit,
          globalSetup: ['./tests/global-setup.ts'],
        },
      },
    ],
  },
})
