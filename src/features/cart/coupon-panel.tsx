import { useEffect, useRef, useState } from 'react'
import { cartApi } from '#client/cart-api.ts'
import type { CouponOffer } from '#contract/cart.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/field.tsx'
import { applyCoupon } from './apply-coupon.ts'
import { CouponOffers } from './coupon-offers.tsx'
import entry from './entry-form.module.css'

export type CouponPanelProps = {
  /** The cart's: with every change of the cart the coupons are asked for again. */
  version: number
  /** Told when a coupon is on; this panel is gone then. */
  onApplied: () => void
}

/** A field for a code, and the coupons that the shop shows. A refusal stands beside the field. */
export function CouponPanel({ version, onApplied }: CouponPanelProps) {
  const offers = useOffers(version)
  const [code, setCode] = useState('')
  const [error, setError] = useState<string>()
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (error) form.current?.scrollIntoView({ block: 'nearest' })
  }, [error])
  /** The code that is being applied. */
  const [applying, setApplying] = useState<string | null>(null)

  async function apply(wanted: string) {
    if (applying !== null) return
    if (wanted === '') return setError('Please enter a code')
    setApplying(wanted)
    const refusal = await applyCoupon(wanted)
    setApplying(null)
    if (refusal === null) return onApplied()
    setCode(wanted)
    setError(refusal)
  }

  return (
    <div className={entry.panel}>
      <form
        ref={form}
        className={entry.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void apply(code.trim())
        }}
      >
        <TextField
          label="Coupon code"
          name="coupon"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={40}
          enterKeyHint="go"
          value={code}
          error={error}
          onChange={(event) => {
            setCode(event.target.value)
            setError(undefined)
          }}
        />
        <Button type="submit" look="secondary" isBusy={applying !== null && applying === code.trim()}>
          Apply
        </Button>
      </form>
      {offers && offers.length > 0 && (
        <CouponOffers offers={offers} applying={applying} onApply={(wanted) => void apply(wanted)} />
      )}
    </div>
  )
}

/** The coupons as this cart stands to them; null until they are known. Without an answer there is still the field. */
function useOffers(version: number): readonly CouponOffer[] | null {
  const [offers, setOffers] = useState<readonly CouponOffer[] | null>(null)
  useEffect(() => {
    const leaving = new AbortController()
    const load = async () => {
      const reply = await cartApi.cart.couponsGet({}, { silent: true, signal: leaving.signal })
      if (reply.status === 'success') setOffers(reply.data)
    }
    load().catch((error: unknown) => {
      if (!leaving.signal.aborted) throw error
    })
    return () => leaving.abort()
  }, [version])
  return offers
}
