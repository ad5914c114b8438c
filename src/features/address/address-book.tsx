import { useRef, useState } from 'react'
import { api } from '#client/api.ts'
import { showToast } from '#client/toasts.ts'
import type { Address } from '#contract/cart.ts'
import type { PostedForm } from '#contract/posted-form.ts'
import type { AddressField, Country } from '#contract/storefront.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Icon } from '#ui/icon.tsx'
import css from './address-book.module.css'
import { AddressCard } from './address-card.tsx'
import { AddressEditForm } from './address-edit-form.tsx'
import { forgetAddress } from './forget-address.ts'
import { useCountryFields } from './use-country-fields.ts'

export type AddressBookShown = {
  addresses: readonly Address[]
  countries: readonly Country[]
  /** The shop's own country. */
  countryId: number
  /** By the country's id. */
  fields: Readonly<Record<number, AddressField[]>>
  /** The form that is open from the beginning: `new`, or the id of an address. */
  edit: string | null
  /** The open form as it was posted without JavaScript. */
  posted: PostedForm | null
}

/** The account's saved addresses: add, edit in place, choose the default, delete with undo. Spec §2, account menu. */
export function AddressBook({
  addresses: loaded,
  countries,
  countryId,
  fields: loadedFields,
  edit: opened,
  posted,
}: AddressBookShown) {
  const [addresses, setAddresses] = useState(loaded)
  const [open, setOpen] = useState<number | 'new' | null>(opened === 'new' ? 'new' : Number(opened) || null)
  const { fields, fetchFields } = useCountryFields(loadedFields)
  const heading = useRef<HTMLDivElement>(null)
  const opener = useRef<HTMLElement>(null)

  const edit = (which: number | 'new') => {
    opener.current = document.activeElement as HTMLElement
    const country = addresses.find(({ id }) => id === which)?.country_id
    if (country) fetchFields(country)
    setOpen(which)
  }
  const close = () => {
    setOpen(null)
    // The opener is rendered with the next paint, or is gone with its card: then the panel gets the focus.
    requestAnimationFrame(() =>
      (opener.current?.isConnected ? opener.current : heading.current)?.focus({ preventScroll: true }),
    )
  }
  const refresh = async () => {
    const reply = await api.address.all({}, { silent: true })
    if (reply.status === 'success') setAddresses(reply.data)
  }
  const saved = (_: Address, words: string) => {
    close()
    showToast('success', words)
    void refresh()
  }
  const makeDefault = async ({ id }: Address) => {
    const reply = await api.address.update({ id, default: true })
    if (reply.status === 'success') await refresh()
  }
  const forget = (address: Address) => {
    heading.current?.focus({ preventScroll: true })
    void forgetAddress(address, setAddresses)
  }
  const editor = { posted, countries, fields, onCountry: fetchFields, onSaved: saved, onCancel: close }

  if (addresses.length === 0 && open !== 'new')
    return (
      <div ref={heading} tabIndex={-1} className={css.book}>
        <EmptyState
          icon="map-pin"
          title="No addresses yet"
          text="Save addresses for a hassle-free checkout."
          level="h2"
        >
          <Button data-scripts-only="" onClick={() => edit('new')}>
            Add address
          </Button>
          <noscript>
            <LinkButton href="/account/addresses?edit=new">Add address</LinkButton>
          </noscript>
        </EmptyState>
      </div>
    )
  return (
    <div ref={heading} tabIndex={-1} className={css.book}>
      {open === 'new' ? (
        <AddressEditForm {...editor} address={null} countryId={countryId} isFirst={addresses.length === 0} />
      ) : (
        <div className={css.add}>
          <Button look="secondary" data-scripts-only="" onClick={() => edit('new')}>
            <Icon name="plus" size={18} /> Add address
          </Button>
          <noscript>
            <LinkButton look="secondary" href="/account/addresses?edit=new">
              Add address
            </LinkButton>
          </noscript>
        </div>
      )}
      <ul className={css.list} aria-label="Saved addresses">
        {addresses.map((address) => (
          <li key={address.id} className={open === address.id ? css.open : undefined}>
            {open === address.id ? (
              <AddressEditForm {...editor} address={address} countryId={address.country_id} />
            ) : (
              <AddressCard
                address={address}
                mobileCode={countries.find(({ id }) => id === address.country_id)?.mobile_code}
                onEdit={() => edit(address.id)}
                onDelete={() => forget(address)}
                onDefault={() => void makeDefault(address)}
              />
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
