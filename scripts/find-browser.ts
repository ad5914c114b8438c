import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'

const names = [
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'chrome',
  'chrome.exe',
]
const elsewhere = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

type Environment = Record<string, string | undefined>

/**
 * The browser for the tests: `CHROME_PATH`, else one on the PATH or in its usual place, else Playwright's own.
 *
 * @throws when `CHROME_PATH` names nothing that can be run
 */
export function findBrowser(
  { CHROME_PATH: named, PATH = '' }: Environment = process.env,
  others: readonly string[] = [...elsewhere, chromium.executablePath()],
): string | undefined {
  if (named) {
    if (isProgram(named)) return named
    throw new Error(`CHROME_PATH is no program: ${named}. Name the browser's program, or unset CHROME_PATH.`)
  }
  const onPath = PATH.split(delimiter).flatMap((folder) => names.map((name) => join(folder || '.', name)))
  return [...onPath, ...others].find(isProgram)
}

/**
 * The browser, installed first where there is none: Debian's package by root, else Playwright's own download.
 *
 * @throws when neither can be had; the message says what to do
 */
export function requireBrowser(say: (line: string) => void): string {
  const found = findBrowser()
  if (found) return found
  const tried: string[] = []
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    say('No browser found: installing Debian’s chromium (apt-get) …')
    tried.push('apt-get install chromium')
    // A package source that is away must not keep the others from being asked.
    run('apt-get', ['update', '-qq'])
    run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'])
  }
  if (!findBrowser()) {
    say('No browser found: downloading Playwright’s chromium …')
    tried.push('playwright install chromium')
    const playwright = join(import.meta.dirname, '../node_modules/@playwright/test/cli.js')
    run(process.execPath, [playwright, 'install', 'chromium'])
  }
  const installed = findBrowser()
  if (installed) return installed
  throw new Error(
    `The browser tests need Chromium or Chrome, and installing one failed (${tried.join(', ')}).\n` +
      'Install one (Debian, Ubuntu: apt-get install chromium) or name yours: CHROME_PATH=/path/to/chrome npm test',
  )
}

function run(program: string, args: string[]) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  spawnSync(program, args, { stdio: ['ignore', 'inherit', 'inherit'], env })
}

function isProgram(file: string) {
  try {
    accessSync(file, constants.X_OK)
    return statSync(file).isFile()
  } catch {
    return false
  }
}
