import type { FieldValue, ValidatedField } from '#contract/rules/validate-field.ts'

/** The entries of a form by field, as the server validates them. A chosen file counts by its name. */
export function readEntries(
  body: FormData,
  fields: readonly ValidatedField[],
  prefix: string,
): Record<string, FieldValue> {
  const textOf = (value: FormDataEntryValue) => (typeof value === 'string' ? value : value.name)
  return Object.fromEntries(
    fields.map(({ name, type, options }) => {
      if (type === 'checkbox' && options) return [name, body.getAll(`${prefix}${name}[]`).map(textOf)]
      return [name, textOf(body.get(prefix + name) ?? '')]
    }),
  )
}
