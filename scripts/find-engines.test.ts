import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { findFirefox, whyMissing } from './find-engines.ts'

const folder = mkdtempSync(join(tmpdir(), 'vitrine-engines-'))
afterAll(() => rmSync(folder, { recursive: true }))

function install(directory: string, ...programs: string[]) {
  mkdirSync(join(folder, directory), { recursive: true })
  for (const program of programs) writeFileSync(join(folder, directory, program), '', { mode: 0o755 })
  return join(folder, directory)
}

test('WebKit needs its driver and a virtual display', () => {
  const driver = install('driver', 'WebKitWebDriver')
  const display = install('display', 'Xvfb')

  expect(whyMissing('webkit', { PATH: driver })).toMatch('apt-get install webkit2gtk-driver xvfb')
  expect(whyMissing('webkit', { PATH: [driver, display].join(delimiter) })).toBe(undefined)
})

test('Firefox is found under either of its names, the long-term release first', () => {
  const rapid = install('rapid', 'firefox')
  const both = install('both', 'firefox', 'firefox-esr')

  expect(findFirefox({ PATH: rapid })).toBe(join(rapid, 'firefox'))
  expect(findFirefox({ PATH: both })).toBe(join(both, 'firefox-esr'))
  expect(whyMissing('firefox', { PATH: install('none') })).toMatch('apt-get install firefox-esr')
})
