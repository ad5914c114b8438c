/**
 * Where in an input a text stands that the database cannot keep: one with a NUL, or with half a character. Named as field errors
 * are (`filters.price.min`); undefined when there is none.
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
