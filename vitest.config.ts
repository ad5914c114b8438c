import { defineConfig } from 'vitest/config'

/** Folders whose tests need no database; a run of these alone starts none. */
const unit = [
  'src/{contract,client,ui,features,pages,shell}/**/*.test.ts',
  '{scripts,bench}/**/*.test.ts',
  'tests/pages-fixture/**/*.test.ts',
]

/**
 * Files that need modules of their own: they replace a module, count what is loaded, or install other plugins in the pages, which
 * a process does once. All others share the modules of their worker, because loading the server takes longer than most files.
 */
const isolated = [
  '{examples,src/plugins,src/server/shop/plugins}/**/*.test.ts',
  'src/cli/reset.test.ts',
  'src/server/commerce/gateways/listed-gateway.test.ts',
  'src/server/operations/services/services.test.ts',
  'tests/{matrix,locked-store,row-types/row-types}.test.ts',
]

const database = { globalSetup: ['./tests/harness/global-setup.ts'] }

export default defineConfig({
  test: {
    environment: 'node',
    pool: 'forks',
    // Twice the cores of a small machine, because many tests wait for processes and databases.
    maxWorkers: 4,
    // Spies are restored after each test.
    restoreMocks: true,
    setupFiles: ['./tests/harness/unexpected-console-error.ts'],
    // Generous: on a busy machine a test may take ten times as long, and one that hangs is rare.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    projects: [
      { extends: true, test: { name: 'unit', include: unit, isolate: false } },
      {
        extends: true,
        test: {
          name: 'api',
          include: ['{src,tests}/**/*.test.ts'],
          exclude: [...unit, ...isolated],
          isolate: false,
          ...database,
        },
      },
      { extends: true, test: { name: 'isolated', include: isolated, exclude: unit, ...database } },
    ],
  },
})
