import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Why `node_modules` does not match `package-lock.json`, or undefined when it does. npm writes the installed packages to
 * `node_modules/.package-lock.json` at the end of an installation, so an interrupted one is noticed too.
 */
export function findOutdated(root, { withDev }) {
  const wanted = readPackages(join(root, 'package-lock.json'))
  if (!wanted) throw new Error('package-lock.json is missing or cannot be read')
  const installed = readPackages(join(root, 'node_modules/.package-lock.json'))
  if (!installed) return 'the packages are not installed'

  for (const [path, entry] of Object.entries(installed)) {
    if (!fitsPlatform(entry)) return 'the packages were installed on another kind of machine'
    if (isShadowing(path) && !wanted[path]) return `${path} is no longer in package-lock.json`
  }
  for (const [path, entry] of Object.entries(wanted)) {
    // The project itself, and the targets of links.
    if (!path.startsWith('node_modules/')) continue
    const found = installed[path]
    if (!found && (entry.optional || (!withDev && (entry.dev || entry.devOptional)))) continue
    if (!found) return `${path} is not installed`
    if (found.version !== entry.version || found.integrity !== entry.integrity || found.link !== entry.link)
      return `${path} is outdated`
    if (!existsSync(join(root, path))) return `${path} is missing`
  }
  return undefined
}

/** Number of locked packages that are installed. */
export function countInstalled(root) {
  const wanted = readPackages(join(root, 'package-lock.json')) ?? {}
  const paths = Object.keys(wanted).filter((path) => path.startsWith('node_modules/'))
  return paths.filter((path) => existsSync(join(root, path, 'package.json'))).length
}

function readPackages(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages
  } catch {
    return undefined
  }
}

/** Only a superfluous nested package changes what others import; one at the top level is harmless. */
const isShadowing = (path) => path.includes('/node_modules/')

/** npm never installs a package of another platform, so such a package comes from a copied folder. */
const fitsPlatform = ({ os, cpu }) => matches(os, process.platform) && matches(cpu, process.arch)

/** `["darwin", "linux"]`, `"linux"`, or what it must not be: `["!win32"]`. */
function matches(wanted, name) {
  const names = [wanted ?? []].flat()
  if (names.every((one) => one.startsWith('!'))) return !names.includes(`!${name}`)
  return names.includes(name)
}
