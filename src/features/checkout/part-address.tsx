import { AddressFields } from '#features/address/address-fields.tsx'
import { visibleFields } from '#features/address/address-values.ts'
import { SavedAddress } from './saved-address.tsx'

type Props = Parameters<typeof SavedAddress>[0]

/** One address of the step: the plain form, or the panel if there are saved ones to choose from. */
export function PartAddress(props: Props) {
  const { part, legend, step, saved, countries, fields, onCountry } = props
  if (saved.length > 0) return <SavedAddress {...props} />
  return (
    <AddressFields
      part={part}
      legend={legend}
      form={step}
      countries={countries}
      fields={visibleFields(fields[Number(step.values[`${part}.country_id`])] ?? [])}
      onCountry={onCountry}
    />
  )
}
