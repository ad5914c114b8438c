import { useMemo } from 'react'
import { z } from 'zod'
import { type CustomField, type FieldOwner, type FieldValues, fieldValues } from '#contract/custom-fields.ts'
import { api } from '../api.ts'
import { SchemaForm } from '../form/schema-form.tsx'
import { screenStyles as screen } from '../parts/styles.ts'
import { queryKeys, useAnswer } from '../query-keys.ts'

type FormProps = {
  fields: readonly CustomField[]
  value: FieldValues | undefined
  /** By path below `at`. */
  errors: Readonly<Record<string, string[]>>
  at?: string
  readOnly: boolean
  onChange: (values: FieldValues) => void
}

/** The values of these fields as a form. */
export function FieldsForm({ fields, value = {}, errors, at = 'custom', readOnly, onChange }: FormProps) {
  const schema = useMemo(
    () => z.toJSONSchema(fieldValues(fields), { io: 'input', unrepresentable: 'any' }),
    [fields],
  )
  const own = Object.entries(errors).flatMap(([path, messages]) =>
    path.startsWith(`${at}.`) ? [[path.slice(at.length + 1), messages] as const] : [],
  )
  return (
    <SchemaForm
      schema={schema}
      value={value}
      onChange={onChange}
      errors={Object.fromEntries(own)}
      readOnly={readOnly}
      keepsFocus
    />
  )
}

/** The fields of an owner, once they are read. */
export function useCustomFields(owner: FieldOwner): readonly CustomField[] {
  const area = owner === 'page' ? 'ofContent' : 'ofCatalog'
  const { data = none } = useAnswer(queryKeys.customFields(area), (signal) =>
    api.adminCustomFields[area]({}, signal),
  )
  return useMemo(() => data.filter((field) => field.owner === owner), [data, owner])
}
const none: CustomField[] = []

/** The custom fields of a record in its editor, as a card. Nothing where its kind has none. */
export default function CustomFields({ owner, ...form }: Omit<FormProps, 'fields'> & { owner: FieldOwner }) {
  const fields = useCustomFields(owner)
  if (fields.length === 0) return null
  return (
    <section className={screen.card} aria-labelledby="fields-heading">
      <h2 id="fields-heading">Custom fields</h2>
      <FieldsForm fields={fields} {...form} />
    </section>
  )
}
