import type { Address } from '#contract/cart.ts'
import { formAction } from '#contract/posted-form.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { cardClass } from '#ui/card.ts'
import { PostForm } from '#ui/post-form.tsx'
import css from './address-card.module.css'
import { AddressText } from './address-text.tsx'

type Props = {
  address: Address
  /** The country's code: '+91'. */
  mobileCode: string | undefined
  onEdit: () => void
  onDelete: () => void
  onDefault: () => void
}

const usedFor = { Shipping: 'shipping', Billing: 'billing' } as const

/** A saved address in postal format, with its uses and actions. */
export function AddressCard({ address, mobileCode, onEdit, onDelete, onDefault }: Props) {
  const { first_name, last_name, phone, address_type } = address
  const whose = `: ${first_name} ${last_name}, ${address.address_line_1}`
  const name = <span className="visually-hidden">{whose}</span>
  return (
    <div className={`${cardClass} ${css.card}`} data-default={address.default || undefined}>
      <p className={`note ${css.use}`}>
        {address.default ? (
          <strong>Default {usedFor[address_type]} address</strong>
        ) : (
          `${address_type} address`
        )}
      </p>
      <address className={css.text}>
        <AddressText address={address} />
        {phone && (
          <>
            <br />
            {mobileCode} {phone}
          </>
        )}
      </address>
      <div className={css.actions}>
        <Button look="quiet" data-scripts-only="" onClick={onEdit}>
          Edit{name}
        </Button>
        <noscript>
          <LinkButton look="quiet" href={`/account/addresses?edit=${address.id}`}>
            Edit{name}
          </LinkButton>
        </noscript>
        <PostForm action={formAction('remove-address')} fields={{ id: address.id }} onPost={onDelete}>
          <Button type="submit" look="quiet">
            Delete{name}
          </Button>
        </PostForm>
        {!address.default && (
          <PostForm action={formAction('default-address')} fields={{ id: address.id }} onPost={onDefault}>
            <Button type="submit" look="quiet">
              Set as default{name}
            </Button>
          </PostForm>
        )}
      </div>
    </div>
  )
}
