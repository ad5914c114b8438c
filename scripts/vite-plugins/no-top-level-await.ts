import type { Plugin } from 'vite'

/**
 * Stops the build when a chunk for the browser contains a top-level await: WebKit runs a chunk that imports from a module still awaiting
 * before that module has finished, so its imports are undefined (ADR 0019).
 */
export const noTopLevelAwait: Plugin = {
  name: 'no-top-level-await',
  enforce: 'post',
  apply: 'build',
  applyToEnvironment: (environment) => environment.name === 'client',
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk' || !hasTopLevelAwait(this.parse(chunk.code))) continue
        const modules = chunk.moduleIds.filter((id) => {
          const code = this.getModuleInfo(id)?.code
          return code?.includes('await') && hasTopLevelAwait(this.parse(code))
        })
        this.error(
          `${chunk.fileName} has a top-level await (from ${modules.join(', ') || 'generated code'}): await inside a function instead`,
        )
      }
    },
  },
}

/** Whether a module awaits outside functions. A class's static block cannot await. */
export function hasTopLevelAwait(node: unknown): boolean {
  if (Array.isArray(node)) return node.some(hasTopLevelAwait)
  if (typeof node !== 'object' || node === null) return false
  const { type, await: isAwaited } = node as { type?: string; await?: boolean }
  if (type === 'AwaitExpression' || (type === 'ForOfStatement' && isAwaited)) return true
  if (type !== undefined && FUNCTIONS.has(type)) return false
  return Object.values(node).some(hasTopLevelAwait)
}

const FUNCTIONS = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'])
