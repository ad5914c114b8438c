import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** No Node on this machine can run the project. The message says what to do. */
export class NodeError extends Error {}

/**
 * The Node that runs the project: the one among its packages, else the current one if it is new enough.
 *
 * @returns a program, or `current` when the current process is that Node.
 */
export function chooseNode(root, { hasInstalled }) {
  const own = ownNode(root)
  if (own && isCurrent(own)) return 'current'
  if (own && isRunnable(own)) return own
  // A Node for another C library (glibc on Alpine) must not hide the machine's own one from npm scripts.
  if (own && hasInstalled) rmSync(join(root, 'node_modules/.bin/node'), { force: true })
  const needed = neededVersion(root)
  if (isNewEnough(process.versions.node, needed)) return 'current'
  throw new NodeError(
    `Node ${needed.join('.')} or newer is needed on ${process.platform} ${process.arch}; this is ${process.version}. Install it from https://nodejs.org and start again.`,
  )
}

/** Found by its package, as `node_modules/.bin` holds a shell script instead on Windows. */
function ownNode(root) {
  const isWindows = process.platform === 'win32'
  const name = `node-${isWindows ? 'win' : process.platform}-${process.arch}`
  const file = join(root, 'node_modules', name, 'bin', isWindows ? 'node.exe' : 'node')
  return existsSync(file) ? file : undefined
}

function isCurrent(file) {
  return realpathSync(file) === realpathSync(process.execPath)
}

function isRunnable(file) {
  return spawnSync(file, ['--version'], { stdio: 'ignore' }).status === 0
}

/** `>=22.22` of package.json, as numbers. */
function neededVersion(root) {
  const { engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  return (String(engines?.node).match(/\d+/g) ?? ['22']).map(Number)
}

function isNewEnough(version, needed) {
  const parts = version.split('.').map(Number)
  for (const [at, part] of needed.entries()) if (parts[at] !== part) return parts[at] > part
  return true
}
