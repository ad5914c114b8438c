/** A table's value under a name that may be anything: undefined for `constructor` and other members of every object. */
export const ownValue = <Value>(table: Readonly<Record<string, Value>>, name: string): Value | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined

/** The names of a table that is written in the code, in its order. */
export const keysOf = <Table extends object>(table: Table) =>
  Object.keys(table) as [keyof Table & string, ...(keyof Table & string)[]]

/** The name as one of such a table's names; undefined when it is none. */
export const keyOf = <Table extends object>(table: Table, name: string) =>
  keysOf(table).find((key) => key === name)

/** An object with named fields, whatever they hold: neither a list nor null. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
