import type { FieldProps } from '@rjsf/utils'
import { Button } from '#ui/button.tsx'
import { entryStyles as parts } from '../parts/entry-styles.ts'
import { describeField } from './describe-field.ts'
import css from './form.module.css'
import { useFormServices } from './form-services.ts'
import type { FormNode } from './prepare-schema.ts'
import { useRecordNames } from './use-record-names.ts'

/** A product, category or other record: shown by its name and chosen in a dialog, or entered as id or slug where there is none. */
export function RecordField({ schema, formData, fieldPathId, onChange, readonly, rawErrors }: FieldProps) {
  const node = schema as unknown as FormNode
  const { chooseRecord, recordKind } = useFormServices()
  const kind = node.widget ?? ''
  const one = chooseRecord && recordKind?.(kind)
  // Ids begin with 1: 0 is how some settings store that there is none.
  const value =
    formData === null || formData === '' || formData === 0
      ? undefined
      : (formData as string | number | undefined)
  const names = useRecordNames(one ? kind : undefined, value === undefined ? [] : [value])
  const attributes = describeField(fieldPathId.$id, node, rawErrors)
  const isNumber = node.type === 'integer' || node.type === 'number'

  if (!one)
    return (
      <input
        {...attributes}
        className={parts.input}
        value={value === undefined ? '' : String(value)}
        inputMode={isNumber ? 'numeric' : undefined}
        readOnly={readonly}
        onChange={({ target: { value: text } }) => {
          const isId = isNumber || (kind === 'slider' && /^\d+$/.test(text))
          const empty = node.nullable ? null : text
          onChange(text === '' ? empty : isId ? Number(text) : text, fieldPathId.path)
        }}
      />
    )

  const shown =
    value === undefined ? 'None' : (names?.get(value) ?? (names ? `${value} (not found)` : String(value)))
  const { 'aria-label': _, 'aria-invalid': __, ...described } = attributes as typeof attributes & object
  return (
    <div className={css.record}>
      <span className={css.recordName} data-empty={value === undefined || undefined}>
        {shown}
      </span>
      {!readonly && (
        <>
          <Button
            look="secondary"
            {...described}
            aria-label={`${value === undefined ? 'Choose' : 'Change'} ${node.title ?? one}${
              value === undefined ? '' : `: ${shown}`
            }`}
            onClick={async () => {
              const chosen = await chooseRecord(kind)
              if (chosen) onChange(chosen.value, fieldPathId.path)
            }}
          >
            {value === undefined ? 'Choose' : 'Change'}
          </Button>
          {value !== undefined && (node.nullable || node.optional || node.type === 'string') && (
            <Button
              look="quiet"
              aria-label={`Remove ${node.title ?? one}: ${shown}`}
              onClick={() =>
                onChange(node.nullable ? null : node.optional ? undefined : '', fieldPathId.path)
              }
            >
              Remove
            </Button>
          )}
        </>
      )}
    </div>
  )
}
