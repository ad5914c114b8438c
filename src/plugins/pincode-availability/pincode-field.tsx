import { type SubmitEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { send } from '#client/api.ts'
import { createClient } from '#contract/client.ts'
import { deliveryRange } from '#contract/rules/delivery-dates.ts'
import type { SlotProps } from '#contract/slots.ts'
import { storedPostcode } from '#features/cart/estimate-store.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/field.tsx'
import { useChannel, useLocale } from '#ui/locale.ts'
import type { PincodeCheck } from './contract.ts'
import css from './pincode-field.module.css'
import { pincodeRoutes } from './routes.ts'

const api = createClient(send, { pincode: pincodeRoutes })

export type PincodeData = {
  label: string
  shows_cash_on_delivery: boolean
  /** The pincode of the page's address, and its answer: for browsers without scripts. */
  typed: string
  check: PincodeCheck | null
  is_wrong: boolean
}

type Props = SlotProps['product.below-price'] & { data: PincodeData }

/**
 * Checks the delivery of the chosen variation to a pincode, and remembers the pincode for the visit together with
 * the cart's estimate: the answer takes the place of the form, with a button to change it. Without scripts the form loads the page
 * with `?pincode=`.
 */
export function PincodeField(props: Props) {
  const { slug, sku, data } = props
  const { postcode_name } = useChannel().country
  const { pincode, check, error, isBusy, isChanging, ask, setPincode, setError, setChanging } =
    usePincode(props)
  const form = useRef<HTMLFormElement>(null)

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const wanted = pincode.trim()
    if (wanted === '') return setError(`Please enter your ${postcode_name}`)
    void ask(wanted)
  }

  function change() {
    setChanging(true)
    // After the field is shown again.
    requestAnimationFrame(() => form.current?.querySelector<HTMLInputElement>('[name="pincode"]')?.select())
  }

  return (
    <div className={css.panel} data-answered={(check && !isChanging) || undefined}>
      <form
        ref={form}
        className={css.form}
        action={`/product/${slug}`}
        method="get"
        onSubmit={submit}
        noValidate
      >
        <input type="hidden" name="sku" value={sku} />
        <TextField
          label={data.label.replace('{postcode}', postcode_name)}
          name="pincode"
          inputMode="numeric"
          autoComplete="postal-code"
          maxLength={10}
          enterKeyHint="go"
          value={pincode}
          error={error ?? undefined}
          onChange={(event) => {
            setPincode(event.target.value)
            setError(null)
          }}
        />
        <Button type="submit" look="secondary" isBusy={isBusy}>
          Check
        </Button>
      </form>
      <div className={css.answer} role="status">
        {check && !isChanging && <Answer check={check} showsCash={data.shows_cash_on_delivery} />}
      </div>
      {check && !isChanging && (
        <button type="button" className={css.change} data-scripts-only="" onClick={change}>
          Change<span className="visually-hidden">{` the ${postcode_name} ${check.pincode}`}</span>
        </button>
      )}
    </div>
  )
}

/** The answer to the latest request, and whether it is requested again. */
function usePincode({ product_id, data }: Pick<Props, 'product_id' | 'data'>) {
  const invalid = `Please enter a valid ${useChannel().country.postcode_name}`
  const [pincode, setPincode] = useState(data.typed)
  const [check, setCheck] = useState(data.check)
  const [error, setError] = useState(data.is_wrong ? invalid : null)
  const [isBusy, setIsBusy] = useState(false)
  const [isChanging, setChanging] = useState(false)
  const requests = useRef(0)

  async function ask(wanted: string) {
    requests.current += 1
    const mine = requests.current
    setIsBusy(true)
    const reply = await api.pincode.check({ pincode: wanted, product_id }, { silent: true })
    if (mine !== requests.current) return
    setIsBusy(false)
    if (reply.status === 'error') {
      setCheck(null)
      return setError(reply.errors?.pincode ? invalid : reply.message)
    }
    setError(null)
    setChanging(false)
    setCheck(reply.data)
    storedPostcode.write(reply.data.pincode)
  }

  const checkStored = useEffectEvent(() => {
    const stored = data.typed || storedPostcode.read()
    if (!stored) return
    setPincode(stored)
    void ask(stored)
  })
  // Another variation may be heavier or dearer.
  useEffect(() => checkStored(), [product_id])
  return { pincode, check, error, isBusy, isChanging, ask, setPincode, setError, setChanging }
}

function Answer({ check, showsCash }: { check: PincodeCheck; showsCash: boolean }) {
  const locale = useLocale()
  const { available, cod_available, city, state, eta_days, from, message, pincode } = check
  if (!available) return <p className={css.none}>{message}</p>
  return (
    <>
      <p data-arrival={eta_days ? '' : undefined}>
        <strong>{eta_days ? `Arrives ${deliveryRange(from, eta_days, locale)}` : message}</strong>
        {` in ${[city, state].filter(Boolean).join(', ')} ${pincode}`}
      </p>
      {showsCash && (
        <p className={css.muted}>
          {cod_available
            ? 'Cash on delivery available'
            : `Cash on delivery is not available for ${pincode}. Pay online or by bank transfer.`}
        </p>
      )}
    </>
  )
}
