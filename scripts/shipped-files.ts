import { readdirSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

const root = dirname(import.meta.dirname)

/** The code that is shipped, relative to the working directory: shop, back office, plugins and examples of plugins, without tests. */
export const shippedFiles = (): string[] =>
  ['src', 'examples']
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
        relative(process.cwd(), join(root, folder, file)),
      ),
    )
    .filter((file) => /\.[cm]?[jt]sx?$/.test(file) && !isOfTests(file))
    .sort()

const isOfTests = (file: string) => /\.(test|test-support)\.[jt]sx?$/.test(file)
