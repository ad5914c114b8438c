import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { api } from '#client/api.ts'
import type { Cart } from '#contract/cart.ts'
import type { DeliveryEstimate } from '#contract/delivery.ts'
import { deliveryRange } from '#contract/rules/delivery-dates.ts'
import { keepDraft, readDraft } from '#features/cart/checkout-draft.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/field.tsx'
import { useChannel, useLocale } from '#ui/locale.ts'
import { Amount } from '#ui/price.tsx'
import css from './delivery-panel.module.css'
import entry from './entry-form.module.css'
import { type Estimate, estimateStore, storedPostcode } from './estimate-store.ts'

export type DeliveryPanelProps = { cart: Pick<Cart, 'id' | 'version'> }

/**
 * A field for the postcode, and the delivery methods with price and days. The checkout's address starts with
 * this postcode.
 */
export function DeliveryPanel({ cart: { id, version } }: DeliveryPanelProps) {
  const { postcode_name } = useChannel().country
  const [postcode, setPostcode] = useState(() => storedPostcode.read() ?? '')
  const [estimate, setEstimate] = useState<DeliveryEstimate>()
  const [error, setError] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  /** Only the reply to the latest request counts. */
  const requests = useRef(0)

  async function ask(wanted: string) {
    requests.current += 1
    const mine = requests.current
    setIsBusy(true)
    const reply = await api.delivery.estimate({ postcode: wanted }, { silent: true })
    if (mine !== requests.current) return
    setIsBusy(false)
    if (reply.status === 'error') {
      setEstimate(undefined)
      estimateStore.setState({ estimate: null })
      const isNone = Boolean(reply.errors?.postcode)
      return setError(isNone ? `Please enter a valid ${postcode_name}` : reply.message)
    }
    setEstimate(reply.data)
    estimateStore.setState({ estimate: cheapestOf(reply.data, version) })
    storedPostcode.write(reply.data.postcode)
    keepForCheckout(id, reply.data)
  }

  // Repeats the last estimate, whenever the cart has changed.
  useEffect(() => {
    const stored = storedPostcode.read()
    if (stored) void ask(stored)
  }, [version])

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const wanted = postcode.trim()
    if (wanted === '') return setError(`Please enter your ${postcode_name}`)
    void ask(wanted)
  }

  return (
    <div className={entry.panel}>
      <form className={entry.form} onSubmit={submit} noValidate>
        <TextField
          label={`Deliver to ${postcode_name}`}
          name="postcode"
          inputMode="numeric"
          autoComplete="postal-code"
          maxLength={10}
          enterKeyHint="go"
          value={postcode}
          error={error}
          onChange={(event) => {
            setPostcode(event.target.value)
            setError(undefined)
          }}
        />
        <Button type="submit" look="secondary" isBusy={isBusy}>
          Check
        </Button>
      </form>
      <div role="status">{estimate && <Ways estimate={estimate} />}</div>
    </div>
  )
}

function cheapestOf({ methods }: DeliveryEstimate, version: number): Estimate | null {
  const [cheapest] = methods.toSorted((a, b) => a.amount.amount - b.amount.amount)
  return cheapest ? { version, amount: cheapest.amount, tax: cheapest.tax_on_top } : null
}

function keepForCheckout(cartId: number | null, { postcode, state_id }: DeliveryEstimate) {
  const { address } = readDraft(cartId)
  const state: Record<string, string> = state_id === null ? {} : { 'shipping.state_id': String(state_id) }
  keepDraft(cartId, { address: { ...address, 'shipping.postcode': postcode, ...state } })
}

function Ways({ estimate: { postcode, from, methods } }: { estimate: DeliveryEstimate }) {
  const locale = useLocale()
  if (methods.length === 0) return <p className={css.none}>We do not deliver to {postcode}</p>
  return (
    <ul className={css.ways} aria-label={`Delivery to ${postcode}`}>
      {methods.map(({ code, name, amount, eta_days }) => (
        <li key={code} className={css.way}>
          <span>
            {name}
            {eta_days && <span className={css.days}>Arrives {deliveryRange(from, eta_days, locale)}</span>}
          </span>
          <strong>{amount.amount === 0 ? 'Free' : <Amount money={amount} />}</strong>
        </li>
      ))}
    </ul>
  )
}
