import { spawnSync } from 'node:child_process'

/** `npm run races [-- ROUNDS]`: the races of `tests/races` between two processes on one database, 20 rounds each unless told otherwise. */
const rounds = process.argv[2] ?? '20'
const { status } = spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', 'tests/races'], {
  stdio: 'inherit',
  env: { ...process.env, RACES_ROUNDS: rounds, RACES_PROCESSES: '2' },
})
process.exitCode = status ?? 1
