type Read<Value> = (entries: FormData, name: string) => Value
type Schema = Readonly<Record<string, Read<unknown>>>
type Entries<Of extends Schema> = { [Name in keyof Of]: ReturnType<Of[Name]> }

/** The entries of a form by name, in the types of the schema. Without zod: what is valid is decided, and said, by the server. */
export function readEntries<Of extends Schema>(form: HTMLFormElement | null, schema: Of): Entries<Of> {
  const entries = new FormData(form ?? undefined)
  const values = Object.entries(schema).map(([name, read]) => [name, read(entries, name)] as const)
  return Object.fromEntries(values) as Entries<Of>
}

/** A text, or a value of its own when the form has no such entry. */
const textOr =
  <Missing>(missing: Missing): Read<string | Missing> =>
  (entries, name) => {
    const entry = entries.get(name)
    return typeof entry === 'string' ? entry : missing
  }

const text = textOr('')
const trimmed: Read<string> = (entries, name) => text(entries, name).trim()

/** What the entries of a form can be read as. */
export const entry = {
  text,
  textOr,
  trimmed,
  number: (entries: FormData, name: string) => Number(text(entries, name)),
  /** undefined for an empty entry. */
  optionalText: (entries: FormData, name: string) => text(entries, name) || undefined,
  /** undefined for an empty entry. */
  optionalNumber: (entries: FormData, name: string) => Number(text(entries, name)) || undefined,
  /** The value of a select or of radio buttons. */
  oneOf:
    <const Value extends string>(values: readonly Value[]): Read<Value> =>
    (entries, name) => {
      const found = values.find((value) => value === entries.get(name))
      if (found === undefined) throw new Error(`The entry ${name} is none of ${values.join(', ')}`)
      return found
    },
  /** The values of the checked boxes with this name. */
  someOf:
    <const Value extends string>(values: readonly Value[]): Read<Value[]> =>
    (entries, name) => {
      const checked = new Set(entries.getAll(name))
      return values.filter((value) => checked.has(value))
    },
  /** The entries `<name> <id>` of several records. */
  each:
    <Value>(records: readonly { id: number }[], read: Read<Value>): Read<{ id: number; value: Value }[]> =>
    (entries, name) =>
      records.map(({ id }) => ({ id, value: read(entries, `${name} ${id}`) })),
}
