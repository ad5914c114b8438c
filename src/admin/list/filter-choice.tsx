import { useEffect, useId, useRef } from 'react'
import { useFormServices } from '../form/form-services.ts'
import { parseAmount, useCurrencyDigits } from '../parts/money-entry.tsx'
import css from './list.module.css'
import { useList } from './use-list.ts'

/** A condition of a list, by the name of its endpoint's input: one of a few values, a day, an amount in minor units of the shop's currency, a whole number, a text, or a record. */
export type ListFilter = { name: string; label: string } & (
  | { options: readonly { value: string; label: string }[] }
  | { isDay: true }
  | { isAmount: true }
  | { isCount: true }
  | { isText: true }
  /** Chosen in a dialog; `text` is its name. */
  | { record: string; text: (value: string) => string }
)

/** The field of a filter. What is chosen is in the address. */
export function FilterChoice({ filter }: { filter: ListFilter }) {
  const { filterValues, setFilters } = useList()
  const id = useId()
  const { name, label } = filter
  const chosen = filterValues[name] ?? ''
  const choose = (value: string) => {
    if (value !== chosen) setFilters({ ...filterValues, [name]: value })
  }
  const field = { id, chosen, onChoose: choose }
  return (
    <div className={css.filter}>
      <label htmlFor={id}>{label}</label>
      {'options' in filter ? (
        <select id={id} value={chosen} onChange={({ target }) => choose(target.value)}>
          <option value="">All</option>
          {filter.options.map(({ value, label: text }) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      ) : 'isDay' in filter ? (
        <DayChoice {...field} />
      ) : 'isAmount' in filter ? (
        <AmountChoice {...field} />
      ) : 'isCount' in filter ? (
        <NumberChoice {...field} unit={1} example="12" />
      ) : 'record' in filter ? (
        <RecordChoice {...field} filter={filter} />
      ) : (
        <TextChoice {...field} />
      )}
    </div>
  )
}

type FieldProps = { id: string; chosen: string; onChoose: (value: string) => void }

/** An input that is not controlled, because it has no value while one is typed. It follows a choice made elsewhere. */
export function useFollowing(value: string) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (field.current && field.current.value !== value) field.current.value = value
  }, [value])
  return { ref: field, defaultValue: value }
}

/** Chosen once its year is complete, and removed when the field is left empty. */
function DayChoice({ id, chosen, onChoose }: FieldProps) {
  return (
    <input
      {...useFollowing(chosen)}
      id={id}
      type="date"
      onChange={({ target }) => {
        if (target.value > '1900') onChoose(target.value)
      }}
      onBlur={({ target }) => onChoose(target.value > '1900' ? target.value : '')}
    />
  )
}

type RecordFilter = Extract<ListFilter, { record: string }>

function RecordChoice({ id, chosen, onChoose, filter }: FieldProps & { filter: RecordFilter }) {
  const { chooseRecord } = useFormServices()
  const shown = chosen === '' ? 'All' : filter.text(chosen)
  return (
    <button
      id={id}
      type="button"
      aria-label={`${filter.label}: ${shown}`}
      onClick={async () => {
        const found = await chooseRecord?.(filter.record)
        if (found) onChoose(String(found.value))
      }}
    >
      {shown}
    </button>
  )
}

/** Chosen with Enter, or when the field is left. */
function TextChoice({ id, chosen, onChoose }: FieldProps) {
  return (
    <input
      {...useFollowing(chosen)}
      id={id}
      maxLength={60}
      autoComplete="off"
      onKeyDown={({ key, currentTarget }) => key === 'Enter' && onChoose(currentTarget.value.trim())}
      onBlur={({ target }) => onChoose(target.value.trim())}
    />
  )
}

/** Typed in major units. A text that is no amount is marked, and changes nothing. */
function AmountChoice(field: FieldProps) {
  return <NumberChoice {...field} unit={10 ** useCurrencyDigits()} example="1299" />
}

type NumberProps = FieldProps & { unit: number; example: string }

function NumberChoice({ id, chosen, onChoose, unit, example }: NumberProps) {
  function read(field: HTMLInputElement) {
    const amount = parseAmount(field.value, unit)
    const isInvalid = field.value.trim() !== '' && amount === null
    field.setCustomValidity(isInvalid ? `Enter digits, such as ${example}` : '')
    if (!isInvalid) onChoose(amount === null ? '' : String(amount))
    else field.reportValidity()
  }
  return (
    <input
      {...useFollowing(chosen === '' ? '' : String(Number(chosen) / unit))}
      id={id}
      inputMode="decimal"
      autoComplete="off"
      onInput={({ currentTarget }) => currentTarget.setCustomValidity('')}
      onKeyDown={({ key, currentTarget }) => key === 'Enter' && read(currentTarget)}
      onBlur={({ target }) => read(target)}
    />
  )
}
