import { type ReactNode, useState } from 'react'
import type { AddressField, Country } from '#contract/storefront.ts'
import { SelectField, TextField } from '#ui/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { HiddenFields } from '#ui/post-form.tsx'
import css from './address-fields.module.css'
import type { Part, Values } from './address-values.ts'
import { PhoneField } from './phone-field.tsx'

/** State of a form with address fields: values and errors by the fields' names, and their event handlers. */
export type AddressForm = {
  values: Values
  errors: Readonly<Record<string, string>>
  /** Texts below fields by their names. */
  hints?: Readonly<Record<string, string>>
  change: (name: string, value: string) => void
  leave: (name: string) => void
}

type Props = {
  part: Part
  legend: string
  form: AddressForm
  countries: readonly Country[]
  /** The visible ones, in order (`visibleFields`). */
  fields: readonly AddressField[]
  onCountry: (countryId: number) => void
}

/** The address form of a country, with the fields of the shop's settings. Spec §3 (address), §7 (address-fields). */
export function AddressFields({ part, legend, form, countries, fields, onCountry }: Props) {
  const { values, errors, hints = {}, change, leave } = form
  const country = `${part}.country_id`
  const chosen = countries.find(({ id }) => id === Number(values[country]))
  return (
    <FieldGroup legend={legend}>
      {countries.length === 1 && <HiddenFields fields={{ [country]: values[country] }} />}
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
      {countries.length > 1 && (
        <noscript>
          <button type="submit" name="change_country" value="yes" className={css.more}>
            Show the fields of this country
          </button>
        </noscript>
      )}
      {fields.map((field) => (
        <AddressFieldControl
          key={field.column_name}
          part={part}
          field={field}
          country={chosen}
          value={values[`${part}.${field.column_name}`] ?? ''}
          error={errors[`${part}.${field.column_name}`]}
          hint={hints[`${part}.${field.column_name}`]}
          onChange={change}
          onLeave={leave}
        />
      ))}
    </FieldGroup>
  )
}

type ControlProps = {
  part: Part
  field: AddressField
  country: Country | undefined
  value: string
  error: string | undefined
  hint: string | undefined
  onChange: AddressForm['change']
  onLeave: AddressForm['leave']
}

function AddressFieldControl({ part, field, country, value, error, hint, onChange, onLeave }: ControlProps) {
  const [isOpen, setIsOpen] = useState(false)
  const name = `${part}.${field.column_name}`
  const shared = {
    id: name,
    name,
    label: field.label,
    isOptional: !field.is_required,
    required: field.is_required,
    autoComplete: field.autocomplete === 'off' ? 'off' : `${part} ${field.autocomplete}`,
    value,
    error,
    hint: hint && <span role="status">{hint}</span>,
    onBlur: () => onLeave(name),
  }
  if (field.column_name === 'phone' && country)
    return (
      <PhoneField
        name={name}
        label={field.label}
        rule={country}
        autoComplete={`${part} tel-national`}
        isNeeded={field.is_required}
        value={value}
        error={error}
        onChange={(digits) => onChange(name, digits)}
        onLeave={() => onLeave(name)}
      />
    )
  if (field.type === 'select' || field.options)
    return (
      // The list of states is narrow, so it is placed beside the city.
      <div data-half>
        <SelectField
          {...shared}
          options={field.options ?? []}
          placeholder={`Choose ${field.label.toLowerCase()}`}
          onChange={(event) => onChange(name, event.target.value)}
        />
      </div>
    )
  // Optional fields that few shoppers fill are opened on demand, which keeps the form short.
  if (openedOnDemand.has(field.column_name) && !field.is_required && !isOpen && !value && !error)
    return (
      <>
        <button type="button" data-scripts-only="" className={css.more} onClick={() => setIsOpen(true)}>
          <Icon name="plus" size={16} /> Add {inSentence(field.label)}
        </button>
        <noscript>
          <TextField {...shared} value={undefined} onBlur={undefined} maxLength={maxLengthOf(field)} />
        </noscript>
      </>
    )
  return (
    <div data-half={field.width <= 6 || undefined}>
      <TextField
        {...shared}
        isHintReserved={Boolean(hint)}
        maxLength={maxLengthOf(field)}
        inputMode={field.pattern?.includes('[0-9]') && !/[a-z]/i.test(field.pattern) ? 'numeric' : undefined}
        // Opened by the shopper, who wants to type into it.
        autoFocus={isOpen}
        onChange={(event) => onChange(name, event.target.value)}
      />
    </div>
  )
}

const openedOnDemand = new Set(['address_line_2', 'tax_no'])

/** In lower case, except an abbreviation: `GSTIN`. */
const inSentence = (label: string) => (label === label.toUpperCase() ? label : label.toLowerCase())

/** A postcode and a tax number may be typed with spaces, which are removed later. */
const maxLengthOf = ({ column_name, max_length }: AddressField) =>
  column_name === 'postcode' || column_name === 'tax_no' ? max_length + 4 : max_length

/** A group of fields in a grid of two columns: a `data-half` field takes one column where there is room. */
export function FieldGroup({ legend, children }: { legend: ReactNode; children: ReactNode }) {
  return (
    <fieldset className={css.group}>
      <legend>{legend}</legend>
      <div className={css.grid}>{children}</div>
    </fieldset>
  )
}
