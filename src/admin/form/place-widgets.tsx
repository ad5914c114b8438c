import type { WidgetProps } from '@rjsf/utils'
import { localesOf } from '#contract/rules/locale.ts'
import { entryStyles as parts } from '../parts/entry-styles.ts'
import { attributesOf } from './describe-field.ts'
import { useFormServices } from './form-services.ts'

type Choice = readonly [value: string, label: string]
type Values = { country?: string; rates?: readonly { country?: string }[] }

/** The country, currency, language or state of a record, from the data of the shop and of Unicode. */
const placeWidget = (choicesFor: (props: WidgetProps, known: Countries) => readonly Choice[]) =>
  function PlaceWidget(props: WidgetProps) {
    const { countries = [] } = useFormServices()
    const value = String(props.value ?? '')
    const choices = choicesFor(props, countries)
    const isKnown = choices.some(([known]) => known === value)
    return (
      <select
        {...attributesOf(props)}
        className={parts.input}
        disabled={props.disabled || props.readonly}
        value={value}
        onChange={({ target }) => props.onChange(target.value)}
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

const valuesOf = ({ registry }: WidgetProps) =>
  (registry.formContext as { values?: Values } | undefined)?.values ?? {}

/** A field that may be empty is for all countries. */
const all = ({ required, schema }: WidgetProps): readonly Choice[] =>
  schema.default === '' && !required ? [['', 'All']] : []

/** The country beside a field of a list: `root_rates_0_state`. */
function countryBeside(props: WidgetProps): string | undefined {
  const at = /_(\d+)_[a-z]+$/.exec(props.id)?.[1]
  const { country, rates } = valuesOf(props)
  return at === undefined ? country : rates?.[Number(at)]?.country
}

export const placeWidgets = {
  country: placeWidget((props, countries) => [
    ...all(props),
    ...countries.map(({ code, name }): Choice => [code, name]),
  ]),
  state: placeWidget((props, countries) => {
    const own = countries.find(({ code }) => code === countryBeside(props))
    return [...all(props), ...(own?.states ?? []).map((name): Choice => [name, name])]
  }),
  currency: placeWidget(() => {
    const names = new Intl.DisplayNames('en', { type: 'currency' })
    return Intl.supportedValuesOf('currency').map((code): Choice => [code, `${code}, ${names.of(code)}`])
  }),
  locale: placeWidget((props) => {
    const names = new Intl.DisplayNames('en', { type: 'language', languageDisplay: 'standard' })
    return localesOf(valuesOf(props).country ?? '').map((code): Choice => [code, `${names.of(code)}`])
  }),
}
