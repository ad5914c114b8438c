import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { basename, join, sep } from 'node:path'
import { holdLock } from './hold-lock.mjs'
import { countInstalled, findOutdated } from './installed-packages.mjs'

const PROGRESS_MS = 3_000

/** The packages could not be installed. The message says what to do. */
export class InstallError extends Error {}

/**
 * Runs `npm ci` when `node_modules` does not match the lockfile. Only one of several concurrent launches installs, the others wait.
 *
 * @returns whether anything had to be installed, by this launch or another one.
 * @throws InstallError
 */
export async function installPackages(root, { withDev }) {
  if (!findOutdated(root, { withDev })) return false
  requireReplaceable(root)
  const lock = join(root, '.install-lock')
  const release = await holdLock(lock, { say, work: 'installing the packages' }).catch((error) => {
    throw new InstallError(`The packages must be installed, but ${root} is not writable (${error.code}).`)
  })
  try {
    const reason = findOutdated(root, { withDev })
    if (reason) await install(root, { withDev, reason })
  } finally {
    release()
  }
  return true
}

async function install(root, { withDev, reason }) {
  say(`Installing the packages of package-lock.json: ${reason}`)
  const started = Date.now()
  // An interrupted installation must not look like a finished one.
  rmSync(join(root, 'node_modules/.package-lock.json'), { force: true })
  const seconds = () => `${((Date.now() - started) / 1000).toFixed(1).padStart(5)} s`
  const progress = setInterval(() => say(`  ${seconds()}  ${countInstalled(root)} packages`), PROGRESS_MS)
  const code = await runNpm(root, [
    'ci',
    '--no-audit',
    '--no-fund',
    '--no-progress',
    '--loglevel=error',
    ...(withDev ? ['--include=dev'] : []),
  ]).finally(() => clearInterval(progress))

  const left = code === 0 ? findOutdated(root, { withDev }) : `npm ended with ${code}`
  if (!left) return say(`  ${seconds()}  ${countInstalled(root)} packages installed`)
  throw new InstallError(
    [
      `The packages could not be installed: ${left}.`,
      'Installing needs access to the npm registry (`npm config get registry`) and write access to this folder.',
      'Check both, then start again, or run `npm ci` yourself to see the full output of npm.',
      'Without a network: run `npm ci` on a machine of the same kind and copy its node_modules here.',
    ].join('\n'),
  )
}

/** The npm that runs this script, else the one on the PATH. It ends with this process. */
function runNpm(root, args) {
  const { npm_execpath: script, npm_node_execpath: node } = process.env
  const isNpm = script && /^npm(-cli)?\.c?js$/.test(basename(script))
  const isWindows = process.platform === 'win32'
  const options = { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] }
  const child = isNpm
    ? spawn(node || process.execPath, [script, ...args], options)
    : // A batch file on Windows, which needs a shell; all arguments are constants.
      spawn(isWindows ? 'npm.cmd' : 'npm', args, { ...options, shell: isWindows })
  const stop = (signal) => child.kill(signal)
  let stoppedBy
  const onSignal = (signal) => {
    stoppedBy = signal
    stop(signal)
  }
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  for (const signal of signals) process.on(signal, onSignal)
  return new Promise((resolve, reject) => {
    child.once('error', (error) =>
      reject(new InstallError(`npm could not be run: ${error.message}. Install npm, then run \`npm ci\`.`)),
    )
    child.once('exit', (code, signal) => {
      for (const name of signals) process.off(name, onSignal)
      if (stoppedBy) process.exit(stoppedBy === 'SIGINT' ? 130 : 143)
      resolve(code ?? signal)
    })
  })
}

/** Windows cannot delete a running program, and npm ci deletes all of node_modules. */
function requireReplaceable(root) {
  if (process.platform !== 'win32' || !process.execPath.startsWith(join(root, 'node_modules') + sep)) return
  throw new InstallError('The packages are older than package-lock.json. Run `npm ci`, then start again.')
}

const say = (line) => void process.stdout.write(`${line}\n`)
