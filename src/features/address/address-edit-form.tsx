import { useEffect } from 'react'
import type { Address } from '#contract/cart.ts'
import { formAction, type PostedForm } from '#contract/posted-form.ts'
import type { AddressField, Country } from '#contract/storefront.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { cardClass } from '#ui/card.ts'
import { CheckField } from '#ui/check-field.tsx'
import { SelectField } from '#ui/field.tsx'
import { HiddenFields } from '#ui/post-form.tsx'
import css from './address-edit-form.module.css'
import { AddressFields } from './address-fields.tsx'
import { useAddressEditor } from './use-address-editor.ts'

type Props = {
  /** Null for a new one. */
  address: Address | null
  countryId: number
  countries: readonly Country[]
  fields: Readonly<Record<number, readonly AddressField[]>>
  /** The form as it was posted without JavaScript. */
  posted: PostedForm | null
  /** The first address is the default whatever is ticked. */
  isFirst?: boolean
  onCountry: (countryId: number) => void
  onSaved: (address: Address, words: string) => void
  onCancel: () => void
}

const uses = [
  { value: 'Shipping', label: 'Shipping address' },
  { value: 'Billing', label: 'Billing address' },
]

/** The form of a saved address in the account, opened in its place in the list. */
export function AddressEditForm({ onCountry, onCancel, isFirst, ...start }: Props) {
  const editor = useAddressEditor({ part: 'shipping', ...start })
  const { values, change, place, isSaving, visibleFields, countries } = editor
  const { address } = start
  useEffect(() => {
    place.current?.querySelector<HTMLElement>('input, select')?.focus()
  }, [place])
  return (
    <form
      className={`${cardClass} ${css.form}`}
      noValidate
      method="post"
      action={formAction('save-address')}
      aria-label={address ? 'Edit Address' : 'Add Address'}
      onSubmit={(event) => {
        event.preventDefault()
        void editor.save()
      }}
      onKeyDown={(event) => event.key === 'Escape' && onCancel()}
    >
      <HiddenFields fields={{ id: address?.id }} />
      <div ref={place} className={css.fields}>
        <AddressFields
          part="shipping"
          legend={address ? 'Edit Address' : 'Add Address'}
          form={editor}
          countries={countries}
          fields={visibleFields}
          onCountry={onCountry}
        />
        <SelectField
          label="Used as"
          name="type"
          value={values.type ?? ''}
          options={uses}
          onChange={(event) => change('type', event.target.value)}
        />
        {!isFirst && !address?.default && (
          <CheckField
            label={`Make it my default ${values.type === 'Billing' ? 'billing' : 'shipping'} address`}
            name="default"
            value="yes"
            checked={values.default === 'yes'}
            onChange={(event) => change('default', event.target.checked ? 'yes' : '')}
          />
        )}
      </div>
      <div className={css.actions}>
        <Button type="submit" isBusy={isSaving}>
          {address ? 'Update Address' : 'Save Address'}
        </Button>
        <Button look="quiet" data-scripts-only="" onClick={onCancel}>
          Cancel
        </Button>
        <noscript>
          <LinkButton look="quiet" href="/account/addresses">
            Cancel
          </LinkButton>
        </noscript>
      </div>
    </form>
  )
}
