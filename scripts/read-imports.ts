import { join } from 'node:path/posix'
import { parseSync } from 'vite'

export type Import = {
  /** As written in the source. */
  specifier: string
  /** The imported file, relative to the project; undefined for packages and Node modules. */
  target: string | undefined
  line: number
  /** A type import, which is erased. */
  isType: boolean
  /** `import()`: loaded later, so it forms no cycle. */
  isDynamic: boolean
}

export type Module = { imports: Import[]; isBarrel: boolean }

/** What a module imports and re-exports. `file` is its path relative to the project, with `/`. */
export function readImports(file: string, text: string): Module {
  const { module, program } = parseSync(file, text)
  const found = (start: number, specifier: string, isType: boolean, isDynamic: boolean): Import => ({
    specifier,
    target: targetOf(file, specifier),
    line: text.slice(0, start).split('\n').length,
    isType,
    isDynamic,
  })
  const imports = [
    ...module.staticImports.map(({ start, moduleRequest, entries }) =>
      found(start, moduleRequest.value, entries.length > 0 && entries.every(({ isType }) => isType), false),
    ),
    ...module.staticExports.flatMap(({ entries }) => {
      const first = entries.find(({ moduleRequest }) => moduleRequest)
      if (!first?.moduleRequest) return []
      const isType = entries.every((entry) => entry.isType)
      return [found(first.start, first.moduleRequest.value, isType, false)]
    }),
    ...module.dynamicImports.flatMap(({ start, moduleRequest }) => {
      // Only a literal specifier can be resolved.
      const quoted = /^(['"`])([^$]*)\1$/s.exec(text.slice(moduleRequest.start, moduleRequest.end))
      return quoted?.[2] ? [found(start, quoted[2], false, true)] : []
    }),
  ]
  const isReexport = (type: string, source: unknown) =>
    type === 'ExportAllDeclaration' || (type === 'ExportNamedDeclaration' && source !== null)
  const isBarrel =
    program.body.length > 0 &&
    program.body.every((node) => isReexport(node.type, 'source' in node ? node.source : null))
  return { imports: imports.sort((a, b) => a.line - b.line), isBarrel }
}

function targetOf(file: string, specifier: string) {
  if (specifier.startsWith('#harness/')) return join('tests', specifier.slice(1))
  if (specifier.startsWith('#')) return join('src', specifier.slice(1))
  return specifier.startsWith('.') ? join(file, '..', specifier) : undefined
}
