import { useState } from 'react'
import { api } from '#client/api.ts'
import { useSession } from '#client/session-store.ts'
import { useShop } from '#client/shop-context.ts'
import type { Account } from '#contract/account.ts'
import type { Order } from '#contract/checkout.ts'
import * as limits from '#contract/limits.ts'
import { Button } from '#ui/button.tsx'
import { cardClass } from '#ui/card.ts'
import box from './account-after-order.module.css'
import css from './auth-form.module.css'
import { AuthForm } from './auth-form.tsx'
import { authModes } from './auth-modes.ts'
import { newPassword } from './auth-rules.ts'
import { CodeForm } from './code-form.tsx'
import { NewPasswordField } from './new-password-field.tsx'
import { enterSession } from './session.ts'
import { useAuthForm } from './use-auth-form.ts'
import { useResend } from './use-resend.ts'

type Ordered = Pick<Order, 'order_id' | 'email' | 'phone' | 'shipping_address'>
type Props = { order: Ordered; token: string }

/**
 * Offers a guest an account after an order, with only a password or an OTP for the phone, because the order
 * has all other data. Spec §6 (`enable_register_at_checkout`); UX "Success" 3.
 */
export function AccountAfterOrder({ order, token }: Props) {
  const { settings } = useShop()
  const { hasOtp, hasLegacy, canRegister } = authModes(settings)
  const isGuest = useSession(({ user, isKnown }) => isKnown && user === null)
  const [isMade, setIsMade] = useState(false)
  const mayMake = settings.enable_register_at_checkout && canRegister && isGuest
  const byPassword = hasLegacy && order.email && order.phone
  const byCode = hasOtp && order.phone?.length === limits.phoneDigits

  if (isMade)
    return (
      <section className={`${cardClass} ${box.box}`} role="status">
        <h2>Your account is ready</h2>
        <p>
          This order and your next ones are in <a href="/account/orders">your orders</a>.
        </p>
      </section>
    )
  if (!mayMake || (!byPassword && !byCode)) return null
  const enter = (user: Account) => {
    setIsMade(true)
    enterSession(user, 'sign_up')
  }
  return (
    <section className={`${cardClass} ${box.box}`} aria-labelledby="account-heading">
      <h2 id="account-heading">Keep this order in an account</h2>
      {byPassword ? <ByPassword {...{ order, token, enter }} /> : <ByCode {...{ order, token, enter }} />}
    </section>
  )
}

type Way = Props & { enter: (user: Account) => void }

function ByPassword({ order, token, enter }: Way) {
  const { first_name, last_name } = order.shipping_address
  const form = useAuthForm({
    rules: { password: newPassword },
    send: ({ password }) =>
      api.auth.register({
        first_name,
        last_name,
        phone: order.phone ?? '',
        email: order.email ?? '',
        password,
        order_id: order.order_id,
        order_token: token,
      }),
    onDone: ({ user }) => enter(user),
  })
  return (
    <AuthForm
      form={form}
      lead={
        <>
          Choose a password for <span className={css.email}>{order.email}</span>, and see your orders whenever
          you like.
        </>
      }
    >
      <input type="text" name="username" autoComplete="username" value={order.email ?? ''} readOnly hidden />
      <NewPasswordField {...form.field('password')} label="Password" />
      <Button type="submit" look="secondary" isBusy={form.isBusy}>
        Create account
      </Button>
    </AuthForm>
  )
}

function ByCode({ order, token, enter }: Way) {
  const input = order.phone ?? ''
  const [isSent, setIsSent] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const resend = useResend(1)

  async function send() {
    setIsBusy(true)
    const reply = await api.auth.otpRequest({ input })
    setIsBusy(false)
    if (reply.status === 'error') return null
    resend.sent(reply.data.resend_after)
    setIsSent(true)
    return reply.data.resend_after
  }

  if (!isSent)
    return (
      <>
        <p className={css.lead}>We send a code to your phone, and you see your orders whenever you like.</p>
        <Button look="secondary" isBusy={isBusy} onClick={() => void send()}>
          Create account
        </Button>
      </>
    )
  return (
    <CodeForm
      phone={input}
      resend={resend}
      verify={(otp) =>
        api.auth.otpVerify({ input, otp, order_id: order.order_id, order_token: token }, { silent: true })
      }
      sendAgain={send}
      onDone={({ user }) => enter(user)}
    />
  )
}
