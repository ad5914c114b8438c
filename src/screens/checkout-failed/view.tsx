import { useEffect, useRef, useState } from 'react'
import { showToast } from '#client/toasts.ts'
import { dueOf } from '#contract/rules/order-due.ts'
import { PaymentProcessing } from '#features/checkout/payment-processing.tsx'
import type { OpenedPayment } from '#features/checkout/payment-window.ts'
import { startPayment } from '#features/checkout/start-payment.ts'
import { useCheckedPayment } from '#features/checkout/use-checked-payment.ts'
import { OrderActions } from '#features/orders/order-actions.tsx'
import { navigate } from '#pages/navigate.ts'
import type { ScreenData } from '#pages/screen.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { Callout } from '#ui/callout.tsx'
import { Icon } from '#ui/icon.tsx'
import { Amount } from '#ui/price.tsx'
import { Help } from './help.tsx'
import { messageOf } from './messages.ts'
import css from './view.module.css'

type Props = ScreenData<typeof import('./data.ts').checkoutFailed>

export default function CheckoutFailedScreen(data: Props) {
  return <PaymentStanding key={data.asOf} {...data} />
}

function PaymentStanding({ order, token, hasCart, payBy }: Props) {
  const { progress, isTired, askAgain } = useCheckedPayment({ ...order, token })
  const { isPaying, opened, problem, pay } = usePaying({ order_id: order.order_id, token })
  const heading = useRef<HTMLHeadingElement>(null)
  const { title, text } = messageOf(progress, {
    payBy,
    isChange: order.change !== null,
    isQuote: order.is_quote === true,
  })
  const isChecking = progress.stage === 'checking'
  // Gateways return shoppers by a page load: focus the message, which is the purpose of the page.
  useEffect(() => heading.current?.focus(), [title])

  return (
    <div className={`wide ${css.page}`}>
      <div className={css.head} role={isChecking ? 'status' : 'alert'}>
        <span className={css.mark} data-stage={progress.stage}>
          {!isChecking && <Icon name="alert" size={30} />}
        </span>
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        <p className={css.text}>{text}</p>
        <p className={css.facts}>
          Order <strong>{order.order_no}</strong> ·{' '}
          <Amount money={order.change?.difference ?? dueOf(order)} />
        </p>
      </div>
      {problem && <Callout tone="error" title={problem} isAlert />}
      <div className={css.actions}>
        {isChecking && isTired && <Button onClick={askAgain}>Check again</Button>}
        {(progress.stage === 'open' || progress.stage === 'failed') && order.can_pay && (
          <Button onClick={pay} isBusy={isPaying}>
            {progress.stage !== 'open' ? 'Try again' : payBy ? 'Pay now' : 'Continue payment'}
          </Button>
        )}
        {/* No second payment while the first one is undecided. */}
        {hasCart && progress.stage !== 'returned' && (!isChecking || isTired) && (
          <LinkButton href="/checkout/payment" look="secondary">
            Choose another payment method
          </LinkButton>
        )}
        {order.can_cancel && (!isChecking || isTired) && (
          <OrderActions
            order={order}
            token={token}
            onChange={() => navigate('/cart', { replace: true })}
            on="confirmation"
          />
        )}
        {hasCart && (
          <a className={css.quiet} href="/cart">
            Back to the cart
          </a>
        )}
      </div>
      {hasCart && (
        <p className={css.retained}>
          {progress.stage === 'returned'
            ? 'Your cart is saved. Sold-out items are marked.'
            : 'We’ll keep your cart until the payment arrives.'}
        </p>
      )}
      <Help orderNo={order.order_no} />
      {isPaying && <PaymentProcessing opened={opened} />}
    </div>
  )
}

/** Starts the payment again from this page. */
function usePaying(order: { order_id: number; token: string }) {
  const [isPaying, setIsPaying] = useState(false)
  const [opened, setOpened] = useState<OpenedPayment | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => {
    const comeBack = (event: PageTransitionEvent) => {
      if (!event.persisted) return
      setIsPaying(false)
      setOpened(null)
    }
    addEventListener('pageshow', comeBack)
    return () => removeEventListener('pageshow', comeBack)
  }, [])

  async function pay() {
    if (isPaying) return
    setProblem(null)
    setIsPaying(true)
    const outcome = await startPayment(order)
    if ('isLeaving' in outcome) return
    if ('opened' in outcome) return setOpened(outcome.opened)
    setIsPaying(false)
    if ('stay' in outcome) return setProblem(outcome.stay)
    if (outcome.say) showToast('error', outcome.say)
    navigate(outcome.go, { replace: outcome.isOrdered })
  }
  return { isPaying, opened, problem, pay: () => void pay() }
}
