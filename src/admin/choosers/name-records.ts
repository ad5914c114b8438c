import { findRecordKind } from './record-kinds.ts'

type Value = string | number
type Names = Map<Value, string>

/** How long a name is shown without asking again. */
const freshFor = 30_000

/** Asks for names; fields that ask at the same time share a call. */
export function createRecordNames() {
  const known = new Map<string, { at: number; names: Promise<Names> }>()
  const waiting = new Map<string, { values: Set<Value>; names: Promise<Names> }>()

  function askTogether(kind: string, value: Value): Promise<Names> {
    const present = waiting.get(kind)
    if (present) {
      present.values.add(value)
      return present.names
    }
    const values = new Set([value])
    const names = new Promise<void>((resolve) => setTimeout(resolve)).then(() => {
      waiting.delete(kind)
      return findRecordKind(kind)?.names([...values]) ?? new Map()
    })
    waiting.set(kind, { values, names })
    return names
  }

  return async (kind: string, values: readonly Value[]): Promise<Names> => {
    const all = await Promise.all(
      values.map((value) => {
        const key = `${kind} ${value}`
        const entry = known.get(key)
        if (entry && Date.now() - entry.at < freshFor) return entry.names
        const names = askTogether(kind, value)
        known.set(key, { at: Date.now(), names })
        names.catch(() => known.delete(key))
        return names
      }),
    )
    return new Map(
      values.flatMap((value, at): [Value, string][] => {
        const name = all[at]?.get(value)
        return name === undefined ? [] : [[value, name]]
      }),
    )
  }
}
