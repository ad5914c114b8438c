import { createContext, Script } from 'node:vm'

/** Of all texts together. A useful pattern takes less than a millisecond. */
const MAX_MS = 500

/** The longest text that a pattern is applied to (`contract/rules/validate-field.ts`). */
const LENGTH = 500

const common = ['a', 'A', '0', ' ', '-', '.', '_', 'é']

/**
 * Whether a pattern that staff wrote would hold the process for a text that a visitor can send, as `(a+)+` does. It is tried on
 * repetitions of its own characters, in a context that ends it.
 */
export function isSlowPattern(source: string): boolean {
  const context = createContext({ source: `^(?:${source})$`, texts: textsFor(source) })
  try {
    attempt.runInContext(context, { timeout: MAX_MS })
    return false
  } catch {
    return true
  }
}

const attempt = new Script(`{
  const expression = new RegExp(source, 'u')
  for (const text of texts) expression.test(text)
}`)

function textsFor(source: string): string[] {
  const own = [...new Set(source.match(/[\p{L}\p{N}@:/,;]/gu) ?? [])].slice(0, 12)
  const units = [...new Set([...own, ...common])]
  const pairs = own.flatMap((first) => own.map((second) => first + second))
  return [...units, ...pairs].map((unit) => `${unit.repeat(LENGTH / unit.length)}\u0000`)
}
