import { localesOf } from '#contract/rules/locale.ts'
import { entryStyles as parts } from '../parts/styles.ts'
import { type FieldProps, isObject, textOf, useField, valueAt } from './field-props.ts'
import { useFormServices } from './form-services.ts'

type Choice = readonly [value: string, label: string]
type Countries = NonNullable<ReturnType<typeof useFormServices>['countries']>
type Question = {
  /** The country beside the field. */
  country: string
  countries: Countries
  /** An empty field is for all of them. */
  all: readonly Choice[]
}

/** The country, currency, language or state of a record, from the data of the shop and of Unicode. */
const placeWidget = (choicesFor: (question: Question) => readonly Choice[]) =>
  function PlaceWidget(props: FieldProps) {
    const { node, path, isRequired } = props
    const { attributes, isReadOnly, values, onChange } = useField(props)
    const { countries = [] } = useFormServices()
    const beside = valueAt(values, path.slice(0, -1))
    const choices = choicesFor({
      countries,
      country: isObject(beside) ? textOf(beside.country) : '',
      all: node.default === '' && !isRequired ? [['', 'All']] : [],
    })
    const value = textOf(props.value)
    const isKnown = choices.some(([known]) => known === value)
    return (
      <select
        {...attributes}
        className={parts.input}
        disabled={isReadOnly}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      >
        {!isKnown && <option value={value}>{value === '' ? 'Choose' : value}</option>}
        {choices.map(([code, label]) => (
          <option key={code} value={code}>
            {label}
          </option>
        ))}
      </select>
    )
  }

export const placeWidgets = {
  country: placeWidget(({ all, countries }) => [
    ...all,
    ...countries.map(({ code, name }): Choice => [code, name]),
  ]),
  state: placeWidget(({ all, countries, country }) => {
    const own = countries.find(({ code }) => code === country)
    return [...all, ...(own?.states ?? []).map((name): Choice => [name, name])]
  }),
  currency: placeWidget(() => {
    const names = new Intl.DisplayNames('en', { type: 'currency' })
    return Intl.supportedValuesOf('currency').map((code): Choice => [code, `${code}, ${names.of(code)}`])
  }),
  locale: placeWidget(({ country }) => {
    const names = new Intl.DisplayNames('en', { type: 'language', languageDisplay: 'standard' })
    return localesOf(country).map((code): Choice => [code, `${names.of(code)}`])
  }),
}
