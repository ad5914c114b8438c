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
 * The browser for the tests: `CHROME_PATH`, else one on the PATH or in its usual location, else Playwright's own.
 *
 * @throws when `CHROME_PATH` is not executable
 */
export function findBrowser(
  { CHROME_PATH: named, PATH = '' }: Environment = process.env,
  others: readonly string[] = [...elsewhere, chromium.executablePath()],
): string | undefined {
  if (named) {
    if (isProgram(named)) return named
    throw new Error(
      `CHROME_PATH is not a program: ${named}. Name the browser's program, or unset CHROME_PATH.`,
    )
  }
  return [...onPath(names, PATH), ...others].find(isProgram)
}

/**
 * Chromium without a window, in which a journey takes about half the time; undefined where there is none. It is installed
 * where root has Debian's packages. Some tests of the pages runtime need the full browser: the shell keeps no pages for Back
 * and reports other requests.
 */
export function findHeadlessShell(say: (line: string) => void): string | undefined {
  const find = () =>
    onPath(['chromium-headless-shell', 'chrome-headless-shell'], process.env.PATH ?? '').find(isProgram)
  const found = find()
  if (found || !hasApt()) return found
  install(say, 'chromium-headless-shell')
  return find()
}

const onPath = (programs: string[], path: string) =>
  path.split(delimiter).flatMap((folder) => programs.map((name) => join(folder || '.', name)))

/**
 * The browser, installed if missing: Debian's package when run by root, else Playwright's download.
 *
 * @throws when neither can be installed; the message says what to do
 */
export function requireBrowser(say: (line: string) => void): string {
  const found = findBrowser()
  if (found) return found
  const tried: string[] = []
  if (hasApt()) {
    tried.push('apt-get install chromium')
    install(say, 'chromium')
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

const hasApt = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')

function install(say: (line: string) => void, name: string) {
  say(`Installing Debian’s ${name} (apt-get) …`)
  // An unavailable package source must not block the others.
  run('apt-get', ['update', '-qq'])
  run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name])
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
