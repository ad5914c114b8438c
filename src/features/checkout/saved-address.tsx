import { useEffect, useRef, useState } from 'react'
import { showToast } from '#client/toasts.ts'
import type { Address } from '#contract/cart.ts'
import type { AddressField, Country } from '#contract/storefront.ts'
import { AddressFields } from '#features/address/address-fields.tsx'
import { AddressText } from '#features/address/address-text.tsx'
import { addressInput, type Part, partOf, type Values } from '#features/address/address-values.ts'
import { useAddressEditor } from '#features/address/use-address-editor.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { HiddenFields } from '#ui/post-form.tsx'
import { RadioCards } from '#ui/radio-cards.tsx'
import { type AddressPanel, type PanelEvent, titleOf } from './address-panel.ts'
import css from './saved-address.module.css'
import type { AddressStep } from './use-address-step.ts'

type Props = {
  part: Part
  legend: string
  step: AddressStep
  /** The customer's address book, this part's own kind first. */
  saved: readonly Address[]
  panel: AddressPanel
  countries: readonly Country[]
  countryId: number
  /** By the country's id. */
  fields: Readonly<Record<number, readonly AddressField[]>>
  onPanel: (event: PanelEvent) => void
  onCountry: (countryId: number) => void
  onSaved: (address: Address) => void
}

/** The address of a customer with saved ones: the selected one, the selector, or one of them in its form. Spec §4. */
export function SavedAddress(props: Props) {
  const { panel, part, legend } = props
  const place = useRef<HTMLElement>(null)
  const [first] = useState(panel)
  // The pressed button is removed with its view: focuses the next view.
  useEffect(() => {
    if (panel === first) return
    place.current?.querySelector<HTMLElement>('input:checked, input, select, button')?.focus()
  }, [panel, first])
  return (
    <section ref={place} className={css.panel} aria-label={legend}>
      {panel.view === 'selected' && <Selected {...props} />}
      {panel.view === 'selector' && <Selector {...props} />}
      {panel.view === 'form' && <Editor key={`${part} ${panel.editing}`} {...props} panel={panel} />}
    </section>
  )
}

function Selected({ part, legend, step, saved, countries, onPanel }: Props) {
  const wrong = Object.entries(step.errors).filter(([name]) => name.startsWith(`${part}.`))
  return (
    <>
      <h2 className={css.legend}>{legend}</h2>
      <div className={css.selected}>
        <Icon name="check" size={20} />
        <address className={css.text}>
          <AddressText address={shownAddress(step.values, part, countries)} />
        </address>
        {/* Target of the error summary's link: the address is edited from here. */}
        <Button
          look="quiet"
          data-scripts-only=""
          id={wrong[0]?.[0]}
          onClick={() => onPanel({ type: 'change' })}
        >
          Change<span className="visually-hidden"> {part} address</span>
        </Button>
        {wrong.map(([name, words]) => (
          <p key={name} className={css.wrong} role="alert">
            <Icon name="alert" size={16} /> {words}
          </p>
        ))}
      </div>
      <HiddenFields
        fields={Object.fromEntries(
          Object.entries(step.values).filter(([name]) => name.startsWith(`${part}.`)),
        )}
      />
      {part === 'shipping' && (
        <noscript>
          <ul className={css.others}>
            {saved.map(({ id, first_name, address_line_1, city }) => (
              <li key={id}>
                <a href={`/checkout/address?address=${id}`}>
                  Deliver to {first_name}, {address_line_1}, {city}
                </a>
              </li>
            ))}
            <li>
              <a href="/checkout/address?address=new">Deliver to a new address</a>
            </li>
          </ul>
        </noscript>
      )}
    </>
  )
}

function Selector({ part, step, saved, countryId, onPanel, onCountry }: Props) {
  const onCart = step.values[`${part}.address_id`]
  const [chosen, setChosen] = useState(onCart || String(saved[0]?.id ?? ''))
  const address = saved.find(({ id }) => String(id) === chosen)
  const own = part === 'shipping' ? 'Shipping' : 'Billing'
  const use = () => {
    if (!address) return
    onCountry(address.country_id)
    step.fill(partOf(part, address, countryId))
    onPanel({ type: 'use' })
  }
  return (
    <>
      <RadioCards
        legend="Select Address"
        name={`${part}.saved`}
        chosen={chosen}
        onChoose={setChosen}
        choices={saved.map((one) => ({
          value: String(one.id),
          title: `${one.first_name} ${one.last_name}`,
          detail: [one.address_line_1, one.address_line_2, one.city, one.postcode].filter(Boolean).join(', '),
          ...(one.default && one.address_type === own ? { end: <span className="note">Default</span> } : {}),
        }))}
      />
      <div className={css.actions}>
        <Button onClick={use}>{part === 'shipping' ? 'Deliver here' : 'Use this address'}</Button>
        {address && (
          <Button
            look="secondary"
            onClick={() => {
              onCountry(address.country_id)
              onPanel({ type: 'edit', addressId: address.id })
            }}
          >
            Edit
          </Button>
        )}
        <Button look="quiet" onClick={() => onPanel({ type: 'add' })}>
          <Icon name="plus" size={16} /> Add Address
        </Button>
        <Button look="quiet" onClick={() => onPanel({ type: 'cancel' })}>
          Cancel
        </Button>
      </div>
    </>
  )
}

type EditorProps = Props & { panel: Extract<AddressPanel, { view: 'form' }> }

function Editor({ part, saved, step, panel, countries, countryId, fields, ...callbacks }: EditorProps) {
  const { onPanel, onCountry, onSaved } = callbacks
  const address = saved.find(({ id }) => id === panel.editing) ?? null
  const editor = useAddressEditor({
    address,
    part,
    countryId: address?.country_id ?? countryId,
    countries,
    fields,
    onSaved: (savedAddress, words) => {
      showToast('success', words)
      onSaved(savedAddress)
      step.fill(partOf(part, savedAddress, countryId))
      onPanel({ type: 'use' })
    },
  })
  return (
    // Not a form element, because it is inside the step's form. Enter saves the address only.
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the fields in it
    <div
      ref={editor.place}
      className={css.editor}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return
        event.preventDefault()
        void editor.save()
      }}
    >
      <AddressFields
        part={part}
        legend={titleOf(panel)}
        form={editor}
        countries={countries}
        fields={editor.visibleFields}
        onCountry={onCountry}
      />
      <div className={css.actions}>
        <Button isBusy={editor.isSaving} onClick={() => void editor.save()}>
          {address ? 'Update Address' : 'Save Address'}
        </Button>
        <Button look="quiet" onClick={() => onPanel({ type: 'cancel' })}>
          Cancel
        </Button>
      </div>
    </div>
  )
}

/** An address from the step's values, with the names of its state and country. */
function shownAddress(values: Values, part: Part, countries: readonly Country[]) {
  const address = addressInput(values, part)
  const country = countries.find(({ id }) => id === address.country_id)
  const state = country?.states.find(({ id }) => id === address.state_id)
  return {
    ...address,
    state_name: state?.name ?? address.state_name,
    country_name: country?.name ?? '',
  }
}
