import * as module from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
const shop = join(root, 'src/cli/vitrine.ts')

/**
 * Runs a TypeScript file of the project in this process, as if Node had been started with it. `vitrine start` runs from the build where
 * that is current, which needs two thirds of the processor time. ADR 0004.
 */
export async function runFile(file, argv) {
  // Before any TypeScript is read, so that its stripped and compiled form is cached too. It is optional: nothing fails where the folder is not writable.
  module.enableCompileCache?.(join(root, 'node_modules/.cache/compile'))
  process.argv.splice(1, Number.POSITIVE_INFINITY, file, ...argv)
  const built = file === shop && argv[0] === 'start' && (await import('../build.ts')).findBuiltProgram()
  await import(pathToFileURL(built || file).href)
}

const [, program, file, ...argv] = process.argv
if (program === fileURLToPath(import.meta.url)) await runFile(file, argv)
