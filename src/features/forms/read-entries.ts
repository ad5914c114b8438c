import { validateFile } from '#contract/rules/file-rules.ts'
import { type FieldValue, type ValidatedField, validateFields } from '#contract/rules/validate-field.ts'

/** The messages of a form by field, those of its chosen files too; an empty object when it can be sent. */
export function validateEntries(
  body: FormData,
  fields: readonly ValidatedField[],
  prefix: string,
): Record<string, string> {
  const ofFiles = fields.flatMap(({ name, type }) => {
    const chosen = body.get(prefix + name)
    // A file field without a file has an empty one.
    const message = type === 'file' && chosen instanceof File && chosen.name ? validateFile(chosen) : null
    return message === null ? [] : [[name, message]]
  })
  return { ...validateFields(fields, readEntries(body, fields, prefix)), ...Object.fromEntries(ofFiles) }
}

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
