import { spawnSync } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const program = `
  import { createLog } from ${JSON.stringify(join(import.meta.dirname, 'log.ts'))}
  const log = createLog({ mode: 'production' })
  for (const text of ['first', 'second']) log.error(new Error(text), 'text')
  setTimeout(() => process.stdout.write('goes on'), 50)`

function run(stderr: 'pipe' | number) {
  return spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', stderr],
    encoding: 'utf8',
    timeout: 30_000,
  })
}

test('a log whose disk is full ends nothing', () => {
  const full = openSync('/dev/full', 'w')
  const { stdout, status } = run(full)
  closeSync(full)
  expect({ stdout, status }).toEqual({ stdout: 'goes on', status: 0 })
})

test('each line of the log is one of JSON', () => {
  const { stdout, stderr } = run('pipe')
  expect(stdout).toBe('goes on')
  expect(
    stderr
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).err.message),
  ).toEqual(['first', 'second'])
})

test.each([
  ['a shop that runs goes on', 'goOnWithoutOutput()', 0],
  ['a command fails', '', 1],
])('%s when the disk is full that it prints to', (_, before, status) => {
  const full = openSync('/dev/full', 'w')
  const source = `import { goOnWithoutOutput, say } from ${JSON.stringify(join(import.meta.dirname, 'print.ts'))}
    ${before}
    say('first')
    setTimeout(() => say('second'), 20)`
  const ended = spawnSync(process.execPath, ['--input-type=module', '-e', source], {
    stdio: ['ignore', full, 'pipe'],
  })
  closeSync(full)
  expect(ended.status).toBe(status)
})
