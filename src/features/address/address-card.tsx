import type { Address } from '#contract/cart.ts'
import { Button } from '#ui/button.tsx'
import { cardClass } from '#ui/card.ts'
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
        <Button look="quiet" onClick={onEdit}>
          Edit{name}
        </Button>
        <Button look="quiet" onClick={onDelete}>
          Delete{name}
        </Button>
        {!address.default && (
          <Button look="quiet" onClick={onDefault}>
            Set as default{name}
          </Button>
        )}
      </div>
    </div>
  )
}
