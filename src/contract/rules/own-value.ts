/** A table's value under a name that may be anything: undefined for `constructor` and other members of every object. */
export const ownValue = <Value>(table: Readonly<Record<string, Value>>, name: string): Value | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined

/** The names and values of a table; the names have the type of its keys, which `Object.entries` loses. */
export function entriesOf<Table extends object>(table: Table) {
  const entries: [name: Extract<keyof Table, string>, value: Table[Extract<keyof Table, string>]][] = []
  for (const name in table) if (Object.hasOwn(table, name)) entries.push([name, table[name]])
  return entries
}
