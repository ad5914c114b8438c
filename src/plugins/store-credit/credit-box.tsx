import { useState } from 'react'
import { send } from '#client/api.ts'
import { useCart } from '#client/cart-store.ts'
import { createClient } from '#contract/client.ts'
import type { Money } from '#contract/money.ts'
import { formAction } from '#contract/posted-form.ts'
import { AppliedCode } from '#features/cart/applied-code.tsx'
import { applyCartReply } from '#features/cart/cart-of-reply.ts'
import { Button } from '#ui/button.tsx'
import { PostForm } from '#ui/post-form.tsx'
import { Amount } from '#ui/price.tsx'
import { storeCreditRoutes } from './routes.ts'
import css from './store-credit.module.css'

const api = createClient(send, { storeCredit: storeCreditRoutes })

type Props = { cart_session: string | null; data: { balance: Money; is_applied: boolean } }

/** Puts the customer's credit on the cart and takes it off; both work without JavaScript. */
export function CreditBox({ data: { balance, is_applied } }: Props) {
  const cart = useCart((state) => state.cart)
  const [isBusy, setIsBusy] = useState(false)
  const isApplied = cart ? cart.stored_value?.parts.some(({ kind }) => kind === 'StoreCredit') : is_applied

  async function apply() {
    if (isBusy) return
    setIsBusy(true)
    applyCartReply(await api.storeCredit.apply({}))
    setIsBusy(false)
  }

  return (
    <section className={css.box} aria-label="Store credit">
      {isApplied ? (
        <AppliedCode
          label="Remove store credit"
          action={formAction('remove-store-credit')}
          fields={{}}
          remove={async () => void applyCartReply(await api.storeCredit.remove({}))}
        >
          <strong>Store credit</strong>
        </AppliedCode>
      ) : (
        <PostForm action={formAction('apply-store-credit')} onPost={() => void apply()}>
          <Button type="submit" look="secondary" isBusy={isBusy}>
            Use <Amount money={balance} /> store credit
          </Button>
        </PostForm>
      )}
    </section>
  )
}
