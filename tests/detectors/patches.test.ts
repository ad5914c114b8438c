import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { detectors } from './detectors.ts'

test.each(detectors)(
  'the patch $name still applies, and the test that must detect it exists',
  ({ name, file, test: title }) => {
    const root = join(import.meta.dirname, '../..')
    execFileSync('git', ['apply', '--check', join(import.meta.dirname, `${name}.patch`)], {
      cwd: root,
      stdio: 'pipe',
    })
    expect(execFileSync('grep', ['-c', title, file], { cwd: root }).toString().trim()).not.toBe('0')
  },
)
