import { useEffect, useRef, useState } from 'react'
import { api } from '#client/api.ts'
import type { CouponOffer } from '#contract/cart.ts'
import type { PostedForm } from '#contract/posted-form.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/field.tsx'
import { applyCoupon } from './apply-coupon.ts'
import { CouponOffers } from './coupon-offers.tsx'
import entry from './entry-form.module.css'

export type CouponPanelProps = {
  /** The cart's version: a change reloads the coupons. */
  version: number
  /** A coupon form that was posted before hydration. */
  posted: PostedForm | null
  /** Called after a coupon is applied, which removes this panel. */
  onApplied: () => void
}

/** A field for a code, and the listed coupons. A refusal is shown at the field. */
export function CouponPanel({ version, posted, onApplied }: CouponPanelProps) {
  const offers = useOffers(version)
  const [code, setCode] = useState(posted?.values.code ?? '')
  const [error, setError] = useState(posted?.errors.code)
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

/** The coupons for this cart; null until they are loaded. If that fails, the field still works. */
function useOffers(version: number): readonly CouponOffer[] | null {
  const [offers, setOffers] = useState<readonly CouponOffer[] | null>(null)
  useEffect(() => {
    const leaving = new AbortController()
    const load = async () => {
      const reply = await api.cart.couponsGet({}, { silent: true, signal: leaving.signal })
      if (reply.status === 'success') setOffers(reply.data)
    }
    load().catch((error: unknown) => {
      if (!leaving.signal.aborted) throw error
    })
    return () => leaving.abort()
  }, [version])
  return offers
}
