import type { Services } from './context.ts'

type Entry = { value: Promise<unknown>; tags?: readonly string[] }

const memories = new WeakMap<Services['changes'], Map<string, Entry>>()
const MAX_ENTRIES = 1_000

/**
 * Read-mostly data, kept in this process until one of its tags changes. Several callers at once share one reading.
 *
 * @param tags what it depends on; a function where only the value tells (a menu's id, found by its slug)
 * @throws what `load` throws; failures are not kept
 */
export function remember<Value>(
  { changes }: Pick<Services, 'changes'>,
  key: string,
  tags: readonly string[] | ((value: Value) => readonly string[]),
  load: () => Promise<Value>,
): Promise<Value> {
  const memory = memoryOf(changes)
  const known = memory.get(key)
  // One key is read by one function, so what is kept under it is what that function loads.
  if (known) return known.value as Promise<Value>

  const value = load()
  const entry: Entry = typeof tags === 'function' ? { value } : { value, tags }
  memory.set(key, entry)
  for (const oldest of memory.keys()) {
    if (memory.size <= MAX_ENTRIES) break
    memory.delete(oldest)
  }
  const forget = () => void (memory.get(key) === entry && memory.delete(key))
  value.then((loaded) => {
    if (typeof tags === 'function') entry.tags = tags(loaded)
  }, forget)
  return value
}

function memoryOf(changes: Services['changes']): Map<string, Entry> {
  const known = memories.get(changes)
  if (known) return known
  const memory = new Map<string, Entry>()
  memories.set(changes, memory)
  changes.subscribe((changed) => {
    // Without tags it is still being read, perhaps from before the change.
    for (const [key, { tags }] of memory)
      if (!tags || tags.some((tag) => changed.includes(tag))) memory.delete(key)
  })
  return memory
}
