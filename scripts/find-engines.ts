import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Engines other than Chromium's that the shopper's journey runs in, with the programs and Debian packages they need. */
export const engines = {
  webkit: { programs: ['WebKitWebDriver', 'Xvfb'], packages: ['webkit2gtk-driver', 'xvfb'] },
  firefox: { programs: ['firefox-esr', 'firefox'], packages: ['firefox-esr'] },
} as const

export type EngineName = keyof typeof engines

/** The path of a program on the PATH. */
export const findProgram = (name: string, { PATH = '' }: { PATH?: string | undefined } = process.env) =>
  PATH.split(delimiter)
    .map((folder) => join(folder || '.', name))
    .find((file) => existsSync(file))

/** Firefox under either of its names; undefined when it is not installed. */
export const findFirefox = (env?: { PATH?: string | undefined }) =>
  findProgram('firefox-esr', env) ?? findProgram('firefox', env)

/** The package with the program `java`, which the checker of HTML needs. */
const JAVA = 'default-jre-headless'

/** Java, installed when allowed; undefined when it is missing. */
export function requireJava(say: (line: string) => void): string | undefined {
  if (!findProgram('java')) installPackages([JAVA], say)
  return findProgram('java')
}

/** What the commands of `docs/api.md` use, which a test runs; installed when allowed. */
export function requireShellTools(say: (line: string) => void) {
  installPackages(
    ['curl', 'jq'].filter((name) => !findProgram(name)),
    say,
  )
}

/** Why the journeys cannot run in this engine here, or undefined when they can. */
export function whyMissing(engine: EngineName, env?: { PATH?: string | undefined }): string | undefined {
  const { programs, packages } = engines[engine]
  const isInstalled =
    engine === 'firefox'
      ? findFirefox(env) !== undefined
      : programs.every((program) => findProgram(program, env) !== undefined)
  if (isInstalled) return undefined
  return `${programs.join(engine === 'firefox' ? ' or ' : ' and ')} not found on the PATH (Debian, Ubuntu: apt-get install ${packages.join(' ')})`
}

/**
 * Installs missing engines when allowed: as root on Debian.
 *
 * @returns the engines that can be used
 */
export function requireEngines(say: (line: string) => void): EngineName[] {
  const names = Object.keys(engines) as EngineName[]
  const missing = names.filter((name) => whyMissing(name))
  installPackages(
    missing.flatMap((name) => engines[name].packages),
    say,
  )
  for (const name of names) {
    const reason = whyMissing(name)
    if (reason) say(`Skipped: ${name}, ${reason}`)
  }
  return names.filter((name) => !whyMissing(name))
}

/** Only root on Debian may. */
function installPackages(packages: readonly string[], say: (line: string) => void) {
  if (packages.length === 0 || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  say(`Installing ${packages.join(', ')} (apt-get) …`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const run = (...args: string[]) =>
    spawnSync('apt-get', args, { stdio: ['ignore', 'inherit', 'inherit'], env })
  run('update', '-qq')
  run('install', '-y', '-qq', '--no-install-recommends', ...packages)
}
