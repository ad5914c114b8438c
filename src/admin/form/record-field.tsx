import { Button } from '#ui/button.tsx'
import { entryStyles as parts } from '../parts/styles.ts'
import { type FieldProps, useField } from './field-props.ts'
import css from './form.module.css'
import { useFormServices } from './form-services.ts'
import { useRecordNames } from './use-record-names.ts'

/** Ids begin with 1: 0 is how some settings store that there is none. */
const isChoice = (value: unknown): value is string | number =>
  (typeof value === 'number' && value !== 0) || (typeof value === 'string' && value !== '')

/** A product, category or other record: shown by its name and chosen in a dialog, or entered as id or slug where there is none. */
export function RecordField(props: FieldProps) {
  const { node } = props
  const { attributes, isReadOnly, onChange } = useField(props)
  const { chooseRecord, recordKind } = useFormServices()
  const kind = node.widget ?? ''
  const one = chooseRecord && recordKind?.(kind)
  const value = isChoice(props.value) ? props.value : undefined
  const names = useRecordNames(one ? kind : undefined, value === undefined ? [] : [value])
  const isNumber = node.type === 'integer' || node.type === 'number'

  if (!one)
    return (
      <input
        {...attributes}
        className={parts.input}
        value={value === undefined ? '' : String(value)}
        inputMode={isNumber ? 'numeric' : undefined}
        readOnly={isReadOnly}
        onChange={({ target: { value: text } }) => {
          const isId = isNumber || (kind === 'slider' && /^\d+$/.test(text))
          const empty = node.nullable ? null : text
          onChange(text === '' ? empty : isId ? Number(text) : text)
        }}
      />
    )

  const shown =
    value === undefined ? 'None' : (names?.get(value) ?? (names ? `${value} (not found)` : String(value)))
  const { id, 'aria-describedby': describedBy } = attributes
  return (
    <div className={css.record}>
      <span className={css.recordName} data-empty={value === undefined || undefined}>
        {shown}
      </span>
      {!isReadOnly && (
        <>
          <Button
            look="secondary"
            id={id}
            aria-describedby={describedBy}
            aria-label={`${value === undefined ? 'Choose' : 'Change'} ${node.title ?? one}${
              value === undefined ? '' : `: ${shown}`
            }`}
            onClick={async () => {
              const chosen = await chooseRecord(kind)
              if (chosen) onChange(chosen.value)
            }}
          >
            {value === undefined ? 'Choose' : 'Change'}
          </Button>
          {value !== undefined && (node.nullable || node.optional || node.type === 'string') && (
            <Button
              look="quiet"
              aria-label={`Remove ${node.title ?? one}: ${shown}`}
              onClick={() => onChange(node.nullable ? null : node.optional ? undefined : '')}
            >
              Remove
            </Button>
          )}
        </>
      )}
    </div>
  )
}
