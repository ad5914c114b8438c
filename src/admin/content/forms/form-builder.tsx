import { useMemo } from 'react'
import type { JsonSchema } from '#admin/form/prepare-schema.ts'
import { SchemaForm } from '#admin/form/schema-form.tsx'
import type { ResourceFormProps } from '#admin/resource/resource.ts'
import type { FormValues } from '#contract/admin/content/forms.ts'
import { fieldName } from '#contract/rules/field-name.ts'
import { FormPreview } from './form-preview.tsx'

/** The generated form, with the names of the fields where a rule refers to one, beside a preview. */
export default function FormBuilder(props: ResourceFormProps<Partial<FormValues>>) {
  const { schema, value, errors, readOnly, onChange } = props
  const { fields = [] } = value
  const names = [...new Set(fields.map(({ name, label }) => name || fieldName(label ?? '')))]
  const key = names.join()
  const filled = useMemo(() => withNames(schema, key === '' ? [] : key.split(',')), [schema, key])
  return (
    <>
      <SchemaForm schema={filled} value={value} onChange={onChange} errors={errors} readOnly={readOnly} />
      <FormPreview values={value} />
    </>
  )
}

/** The schema with the names as the choices of the rule `same_as`. */
function withNames(schema: JsonSchema, names: readonly string[]): JsonSchema {
  const copy = structuredClone(schema)
  const rules = copy.properties?.fields?.items?.properties?.rules?.items
  const rule = (rules?.oneOf ?? rules?.anyOf)?.find(({ properties }) => properties?.rule?.const === 'same_as')
  const field = rule?.properties?.field
  if (field && names.length > 0) {
    const enumLabels = Object.fromEntries(names.map((name) => [name, name]))
    Object.assign(field, { enum: ['', ...names], enumLabels: { ...enumLabels, '': 'Choose' } })
  }
  return copy
}
