import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { findBrowser } from './find-browser.ts'

const folder = mkdtempSync(join(tmpdir(), 'vitrine browsers '))
afterAll(() => rmSync(folder, { recursive: true }))

function program(path: string, mode = 0o755) {
  const file = join(folder, path)
  mkdirSync(join(file, '..'), { recursive: true })
  writeFileSync(file, '#!/bin/sh\n', { mode })
  return file
}

test('CHROME_PATH takes precedence over the PATH', () => {
  const named = program('named/my-chrome')
  program('path/chromium')

  expect(findBrowser({ CHROME_PATH: named, PATH: join(folder, 'path') })).toBe(named)
})

test('a CHROME_PATH that is not executable is an error', () => {
  program('there/chromium')

  expect(() => findBrowser({ CHROME_PATH: join(folder, 'nowhere'), PATH: join(folder, 'there') })).toThrow(
    'CHROME_PATH is not a program',
  )
})

test('the PATH is searched in order, skipping files that are not executable', () => {
  program('first/chromium', 0o644)
  mkdirSync(join(folder, 'second/google-chrome'), { recursive: true })
  const third = program('third/google-chrome')
  program('fourth/chromium')
  const PATH = ['first', 'second', 'third', 'fourth'].map((name) => join(folder, name)).join(delimiter)

  expect(findBrowser({ PATH })).toBe(third)
})

test('without a browser on the PATH the usual locations are searched', () => {
  const usual = program('usual/Google Chrome')

  expect(findBrowser({ PATH: join(folder, 'empty') }, [join(folder, 'missing'), usual])).toBe(usual)
  expect(findBrowser({ PATH: join(folder, 'empty') }, [])).toBe(undefined)
})
