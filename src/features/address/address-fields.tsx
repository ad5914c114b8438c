import { useState } from 'react'
import type { AddressField, Country } from '#contract/storefront.ts'
import { SelectField, TextField } from '#ui/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { askedFields, type Part } from './address-values.ts'
import css from './form-section.module.css'
import type { AddressStep } from './use-address-step.ts'

type Props = {
  part: Part
  legend: string
  step: AddressStep
  countries: readonly Country[]
  fields: readonly AddressField[]
  onCountry: (countryId: number) => void
}

/** The address form of a country, as the shop's settings have it. Spec §3 (address), §7 (address-fields). */
export function AddressFields({ part, legend, step, countries, fields, onCountry }: Props) {
  const { values, errors, change, leave } = step
  const country = `${part}.country_id`
  return (
    <fieldset className={css.section}>
      <legend>{legend}</legend>
      <div className={css.grid}>
        {countries.length > 1 && (
          <SelectField
            label="Country"
            id={country}
            name={country}
            autoComplete={`${part} country`}
            value={values[country] ?? ''}
            error={errors[country]}
            options={countries.map(({ id, name }) => ({ value: String(id), label: name }))}
            onChange={(event) => {
              change(country, event.target.value)
              onCountry(Number(event.target.value))
            }}
          />
        )}
        {askedFields(fields).map((field) => (
          <AddressFieldControl
            key={field.column_name}
            part={part}
            field={field}
            value={values[`${part}.${field.column_name}`] ?? ''}
            error={errors[`${part}.${field.column_name}`]}
            onChange={change}
            onLeave={leave}
          />
        ))}
      </div>
    </fieldset>
  )
}

type ControlProps = {
  part: Part
  field: AddressField
  value: string
  error: string | undefined
  onChange: AddressStep['change']
  onLeave: AddressStep['leave']
}

function AddressFieldControl({ part, field, value, error, onChange, onLeave }: ControlProps) {
  const [isOpen, setIsOpen] = useState(false)
  const name = `${part}.${field.column_name}`
  const shared = {
    id: name,
    name,
    label: field.label,
    isOptional: !field.is_required,
    required: field.is_required,
    autoComplete: `${part} ${field.autocomplete}`,
    value,
    error,
    onBlur: () => onLeave(name),
  }
  const look = field.width <= 6 ? css.half : undefined
  if (field.type === 'select' || field.options)
    return (
      // A list of states is short in words: it stands beside the city.
      <div className={css.half}>
        <SelectField
          {...shared}
          options={field.options ?? []}
          placeholder={`Choose ${field.label.toLowerCase()}`}
          onChange={(event) => onChange(name, event.target.value)}
        />
      </div>
    )
  // A second line is for the few who have one: the form stays short for the others.
  if (field.column_name === 'address_line_2' && !field.is_required && !isOpen && !value)
    return (
      <button type="button" className={css.more} onClick={() => setIsOpen(true)}>
        <Icon name="plus" size={16} /> Add {field.label.toLowerCase()}
      </button>
    )
  return (
    <div className={look}>
      <TextField
        {...shared}
        maxLength={maxLengthOf(field)}
        inputMode={field.pattern?.includes('[0-9]') && !/[a-z]/i.test(field.pattern) ? 'numeric' : undefined}
        // Opened by the shopper, who wants to type into it.
        autoFocus={isOpen}
        onChange={(event) => onChange(name, event.target.value)}
      />
    </div>
  )
}

/** A postcode may be typed with blanks, which are dropped later. */
const maxLengthOf = ({ column_name, max_length }: AddressField) =>
  column_name === 'postcode' ? max_length + 4 : max_length
