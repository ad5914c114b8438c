import { useId } from 'react'
import { useFormServices } from '#admin/form/form-services.ts'
import { useRecordNames } from '#admin/form/use-record-names.ts'
import { optionsOf } from '#admin/parts/entry-field.tsx'
import { MoneyEntry } from '#admin/parts/money-entry.tsx'
import { entryStyles as parts } from '#admin/parts/styles.ts'
import { keyOf } from '#contract/rules/own-value.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { useProductOptions } from '../products/use-product-options.ts'
import css from './collection-form.module.css'
import { conditionFields, type EditedCondition, emptyCondition } from './condition-fields.ts'

type Props = {
  number: number
  condition: EditedCondition
  errors: readonly string[]
  readOnly: boolean
  onChange: (condition: EditedCondition) => void
  onRemove: () => void
}

/** One rule: what it is about, the operator, and the value. */
export function ConditionRow({ number, condition, errors, readOnly, onChange, onRemove }: Props) {
  const { field } = condition
  const { operators } = conditionFields[field]
  const [error] = errors
  const errorId = useId()
  return (
    <li aria-describedby={error ? errorId : undefined}>
      <div className={css.condition}>
        <select
          className={parts.input}
          aria-label={`Rule ${number}: field`}
          value={field}
          disabled={readOnly}
          onChange={({ target }) => onChange(emptyCondition(keyOf(conditionFields, target.value) ?? field))}
        >
          {Object.entries(conditionFields).map(([value, { label }]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
        <select
          className={parts.input}
          aria-label={`Rule ${number}: operator`}
          value={'operator' in condition ? condition.operator : 'within'}
          disabled={readOnly}
          onChange={({ target }) =>
            'operator' in condition && onChange({ ...condition, operator: target.value } as EditedCondition)
          }
        >
          {optionsOf(operators)}
        </select>
        <div className={css.value}>
          <Value
            number={number}
            condition={condition}
            hasError={error !== undefined}
            readOnly={readOnly}
            onChange={onChange}
          />
        </div>
        {!readOnly && (
          <button
            type="button"
            className={css.remove}
            aria-label={`Remove rule ${number}`}
            title="Remove"
            onClick={onRemove}
          >
            <Icon name="close" size={16} />
          </button>
        )}
      </div>
      {error && (
        <p id={errorId} className={css.error}>
          {error}
        </p>
      )}
    </li>
  )
}

type ValueProps = Pick<Props, 'number' | 'condition' | 'readOnly' | 'onChange'> & { hasError: boolean }

function Value({ number, condition, hasError, readOnly, onChange }: ValueProps) {
  const common = {
    className: parts.input,
    'aria-label': `Rule ${number}: value`,
    'aria-invalid': hasError || undefined,
    readOnly,
  }
  switch (condition.field) {
    case 'stock':
    case 'sale':
      return null
    case 'price':
      return (
        <MoneyEntry
          label={`Rule ${number}: value`}
          value={condition.amount ?? null}
          isReadOnly={readOnly}
          hasError={hasError}
          onChange={(amount) => onChange({ ...condition, amount })}
        />
      )
    case 'published':
      return (
        <span className={css.days}>
          <input
            {...common}
            type="number"
            min={1}
            max={3650}
            value={Number.isNaN(condition.days) ? '' : condition.days}
            onChange={({ target }) => onChange({ ...condition, days: target.valueAsNumber })}
          />
          days
        </span>
      )
    case 'name':
      return (
        <input
          {...common}
          maxLength={100}
          value={condition.text}
          onChange={({ target }) => onChange({ ...condition, text: target.value })}
        />
      )
    case 'attribute_value':
      return <AttributeValues number={number} condition={condition} readOnly={readOnly} onChange={onChange} />
    default:
      return <Records number={number} condition={condition} readOnly={readOnly} onChange={onChange} />
  }
}

type ListedCondition = Extract<EditedCondition, { values: unknown }>
type ListedProps = Pick<Props, 'number' | 'readOnly' | 'onChange'> & { condition: ListedCondition }

function Records({ number, condition, readOnly, onChange }: ListedProps) {
  const { field, values } = condition
  const { chooseRecord } = useFormServices()
  const names = useRecordNames(field, values)
  return (
    <>
      <Chips
        values={values}
        nameOf={(id) => (names ? (names.get(id) ?? `${id} (not found)`) : '…')}
        readOnly={readOnly}
        onChange={(next) => onChange({ ...condition, values: next })}
      />
      {!readOnly && (
        <Button
          look="secondary"
          aria-label={`Choose a ${field} for rule ${number}`}
          onClick={async () => {
            const chosen = await chooseRecord?.(field)
            if (chosen) onChange({ ...condition, values: [...new Set([...values, Number(chosen.value)])] })
          }}
        >
          Choose
        </Button>
      )}
    </>
  )
}

function AttributeValues({ number, condition, readOnly, onChange }: ListedProps) {
  const { values } = condition
  const { data: options } = useProductOptions()
  const attributes = options?.attributes ?? []
  const nameOf = (id: number) => {
    const attribute = attributes.find((one) => one.values.some((value) => value.id === id))
    const label = attribute?.values.find((value) => value.id === id)?.label
    return attribute ? `${attribute.label}: ${label}` : options ? `${id} (not found)` : '…'
  }
  return (
    <>
      <Chips
        values={values}
        nameOf={nameOf}
        readOnly={readOnly}
        onChange={(next) => onChange({ ...condition, values: next })}
      />
      {!readOnly && (
        <select
          className={parts.input}
          aria-label={`Rule ${number}: add a value`}
          value=""
          onChange={({ target }) =>
            onChange({ ...condition, values: [...new Set([...values, Number(target.value)])] })
          }
        >
          <option value="">Choose a value</option>
          {attributes
            .filter((attribute) => attribute.values.length > 0)
            .map(({ id, label, values: all }) => (
              <optgroup key={id} label={label}>
                {all.map((value) => (
                  <option key={value.id} value={value.id}>
                    {value.label}
                  </option>
                ))}
              </optgroup>
            ))}
        </select>
      )}
    </>
  )
}

type ChipsProps = {
  values: readonly number[]
  nameOf: (id: number) => string
  readOnly: boolean
  onChange: (values: number[]) => void
}

function Chips({ values, nameOf, readOnly, onChange }: ChipsProps) {
  if (values.length === 0) return null
  return (
    <ul className={css.chips}>
      {values.map((id) => (
        <li key={id}>
          {nameOf(id)}
          {!readOnly && (
            <button
              type="button"
              aria-label={`Remove: ${nameOf(id)}`}
              onClick={() => onChange(values.filter((other) => other !== id))}
            >
              <Icon name="close" size={12} />
            </button>
          )}
        </li>
      ))}
    </ul>
  )
}
