import { useQueryClient } from '@tanstack/react-query'
import { type FieldDefinition, placesOf } from '#contract/custom-fields.ts'
import { ownValue } from '#contract/rules/own-value.ts'
import { api } from '../api.ts'
import { SchemaForm } from '../form/schema-form.tsx'
import { ActionDialog } from '../parts/action-dialog.tsx'
import { showMessage } from '../parts/messages.tsx'
import { queryKeys, useAnswer } from '../query-keys.ts'
import type { ResourceFormProps } from '../resource/resource.ts'

type Definition = Partial<FieldDefinition>

/** Rules that a field of this type and owner does not have. */
function ruledOut({ type = 'text', owner = 'product' }: Definition) {
  const hasLimits = type === 'text' || type === 'number'
  return {
    is_several: type === 'boolean',
    min: !hasLimits,
    max: !hasLimits,
    mask: type !== 'text',
    choices: type !== 'choice',
    refers_to: type !== 'reference',
    shown: placesOf[owner].length === 0,
    is_filterable: owner !== 'product' || !(type === 'choice' || type === 'boolean'),
  }
}

/** Without the switches that another type or owner would be refused for. */
const consistent = (value: Definition): Definition => {
  const out = ruledOut(value)
  const places = placesOf[value.owner ?? 'product']
  return {
    ...value,
    ...(out.is_several && { is_several: false }),
    ...(out.is_filterable && { is_filterable: false }),
    ...(value.shown && { shown: value.shown.filter((place) => places.includes(place)) }),
  }
}

/** The definition of a custom field: only what its type has rules for, and how many records have a value. */
export default function CustomFieldForm({
  id,
  schema,
  value,
  onChange,
  ...form
}: ResourceFormProps<Definition>) {
  const { owner = 'product' } = value
  const hidden = { ...ruledOut(value), owner: id !== undefined, key: id !== undefined }
  const properties = Object.fromEntries(
    Object.entries(schema.properties ?? {})
      .filter(([name]) => !ownValue(hidden, name))
      .map(([name, node]) => [
        name,
        name === 'shown' ? { ...node, items: { ...node.items, enum: [...placesOf[owner]] } } : node,
      ]),
  )
  return (
    <>
      {id !== undefined && (
        <p>
          Of each {owner}, as <code>{value.key}</code> in files and in the API.
        </p>
      )}
      <SchemaForm
        {...form}
        schema={{ ...schema, properties }}
        value={value}
        onChange={(next) => onChange(consistent(next))}
      />
      {id !== undefined && <Values id={id} readOnly={form.readOnly} />}
    </>
  )
}

/** What would be lost: values are deleted by themselves, and only after they are counted. */
function Values({ id, readOnly }: { id: number; readOnly: boolean }) {
  const queries = useQueryClient()
  const queryKey = queryKeys.record('custom field usage', id)
  const { data } = useAnswer(queryKey, (signal) => api.adminCustomFields.usage({ id }, signal))
  if (!data) return null
  const { count, names } = data
  if (count === 0) return <p>No record has a value yet.</p>
  const some = `${names.join(', ')}${count > names.length ? ` and ${count - names.length} more` : ''}`
  const many = count === 1 ? 'one value' : `${count} values`
  return (
    <p>
      {count === 1 ? 'One record has' : `${count} records have`} a value: {some}.{' '}
      {!readOnly && (
        <ActionDialog
          label="Delete all values"
          title={`Delete ${many}?`}
          submit={`Delete ${many}`}
          look="quiet"
          onRefused={() => void queries.invalidateQueries({ queryKey })}
          onSubmit={async () => {
            showMessage((await api.adminCustomFields.clear({ id, count })).message ?? 'Deleted')
            await queries.invalidateQueries({ queryKey })
          }}
        >
          <p>This cannot be undone. The field itself stays, and can be deleted afterwards.</p>
        </ActionDialog>
      )}
    </p>
  )
}
