import { localesOf } from '#contract/rules/locale.ts'
import { entryStyles as parts } from '../parts/entry-styles.ts'
import { type FieldProps, textOf, useField, valueAt } from './field-props.ts'
import { useFormServices } from './form-services.ts'

type Choice = readonly [value: string, label: string]
type Place = FieldProps & { values: unknown }

/** The country, currency, language or state of a record, from the data of the shop and of Unicode. */
const placeWidget = (choicesFor: (place: Place, known: Countries) => readonly Choice[]) =>
  function PlaceWidget(props: FieldProps) {
    const field = useField(props)
    const { countries = [] } = useFormServices()
    const value = textOf(props.value)
    const choices = choicesFor({ ...props, values: field.values }, countries)
    const isKnown = choices.some(([known]) => known === value)
    return (
      <select
        {...field.attributes}
        className={parts.input}
        disabled={field.isReadOnly}
        value={value}
        onChange={({ target }) => field.onChange(target.value)}
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

type Countries = NonNullable<ReturnType<typeof useFormServices>['countries']>

/** A field that may be empty is for all countries. */
const all = ({ isRequired, node }: Place): readonly Choice[] =>
  node.default === '' && !isRequired ? [['', 'All']] : []

/** The country beside a field: `rates.0.country` for `rates.0.state`. */
const countryBeside = ({ values, path }: Place) => valueAt(values, [...path.slice(0, -1), 'country'])

export const placeWidgets = {
  country: placeWidget((place, countries) => [
    ...all(place),
    ...countries.map(({ code, name }): Choice => [code, name]),
  ]),
  state: placeWidget((place, countries) => {
    const own = countries.find(({ code }) => code === countryBeside(place))
    return [...all(place), ...(own?.states ?? []).map((name): Choice => [name, name])]
  }),
  currency: placeWidget(() => {
    const names = new Intl.DisplayNames('en', { type: 'currency' })
    return Intl.supportedValuesOf('currency').map((code): Choice => [code, `${code}, ${names.of(code)}`])
  }),
  locale: placeWidget((place) => {
    const names = new Intl.DisplayNames('en', { type: 'language', languageDisplay: 'standard' })
    return localesOf(textOf(valueAt(place.values, ['country']))).map(
      (code): Choice => [code, `${names.of(code)}`],
    )
  }),
}
