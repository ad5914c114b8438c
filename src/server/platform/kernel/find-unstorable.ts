/**
 * The field of an input with a text that the database cannot store: one with a NUL, or with a lone surrogate. Named
 * like field errors (`filters.price.min`); undefined when there is none.
 */
export function findUnstorable(input: unknown): string | undefined {
  const waiting: [path: string, value: unknown][] = [['', input]]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [path, value] = next
    if (typeof value === 'string' && isUnstorable(value)) return path || 'request'
    if (typeof value !== 'object' || value === null) continue
    for (const [key, part] of Object.entries(value)) {
      if (isUnstorable(key)) return path || 'request'
      waiting.push([path ? `${path}.${key}` : key, part])
    }
  }
  return undefined
}

const isUnstorable = (text: string) => text.includes('\u0000') || !text.isWellFormed()
