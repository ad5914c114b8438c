/**
 * `node scripts/launch.mjs [--with-dev | --few-arenas] FILE [ARGUMENT …]` runs a TypeScript file of this project. It installs the locked
 * packages first when they are missing or outdated, and runs the file with the project's own Node. `--few-arenas` is for a process that
 * runs for long: it keeps less memory (`limitArenas`).
 *
 * Plain JavaScript without packages: it runs on a fresh clone with the installed Node (18 or newer).
 */
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { InstallError, installPackages } from './launch/install-packages.mjs'
import { limitArenas } from './launch/limit-arenas.mjs'
import { chooseNode, NodeError } from './launch/project-node.mjs'
import { runChild } from './launch/run-child.mjs'
import { runFile } from './launch/run-file.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const runFileProgram = fileURLToPath(new URL('./launch/run-file.mjs', import.meta.url))

const args = process.argv.slice(2)
const withDev = args[0] === '--with-dev'
const fewArenas = args[0] === '--few-arenas'
const [file, ...argv] = withDev || fewArenas ? args.slice(1) : args

if (file === undefined) {
  console.error('Usage: node scripts/launch.mjs [--with-dev | --few-arenas] FILE [ARGUMENT …]')
  process.exitCode = 2
} else {
  if (fewArenas) limitArenas()
  try {
    const hasInstalled = await installPackages(root, { withDev })
    const node = chooseNode(root, { hasInstalled })
    const target = resolve(root, file)
    if (node === 'current') await runFile(target, argv)
    else await runChild(node, [...process.execArgv, runFileProgram, target, ...argv])
  } catch (error) {
    if (!(error instanceof InstallError || error instanceof NodeError)) throw error
    console.error(error.message)
    process.exitCode = 1
  }
}
