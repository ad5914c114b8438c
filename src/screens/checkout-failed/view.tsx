import { useEffect, useRef, useState } from 'react'
import { showToast } from '#client/toasts.ts'
import { PaymentProcessing } from '#features/checkout/payment-processing.tsx'
import type { OpenedPayment } from '#features/checkout/payment-window.ts'
import { startPayment } from '#features/checkout/start-payment.ts'
import { useCheckedPayment } from '#features/checkout/use-checked-payment.ts'
import { navigate } from '#pages/navigate.ts'
import type { ScreenData } from '#pages/screen.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { Callout } from '#ui/callout.tsx'
import { Icon } from '#ui/icon.tsx'
import { Amount } from '#ui/price.tsx'
import { Help } from './help.tsx'
import css from './view.module.css'
import { wordsOf } from './words.ts'

type Props = ScreenData<typeof import('./data.ts').checkoutFailed>

export default function CheckoutFailedScreen(data: Props) {
  return <PaymentStanding key={data.asOf} {...data} />
}

function PaymentStanding({ order, token, hasCart }: Props) {
  const { standing, isTired, askAgain } = useCheckedPayment({ ...order, token })
  const { isPaying, opened, problem, pay } = usePaying({ order_id: order.order_id, token })
  const heading = useRef<HTMLHeadingElement>(null)
  const { title, text } = wordsOf(standing)
  const isChecking = standing.stage === 'checking'
  // Whoever comes back from the gateway comes by a page load: the message is what they are here for.
  useEffect(() => heading.current?.focus(), [title])

  return (
    <div className={`wide ${css.page}`}>
      <div className={css.head} role={isChecking ? 'status' : 'alert'}>
        <span className={css.mark} data-stage={standing.stage}>
          {!isChecking && <Icon name="alert" size={30} />}
        </span>
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        <p className={css.text}>{text}</p>
        <p className={css.facts}>
          Order <strong>{order.order_no}</strong> · <Amount money={order.grand_total} />
        </p>
      </div>
      {problem && <Callout tone="error" title={problem} isAlert />}
      <div className={css.actions}>
        {isChecking && isTired && <Button onClick={askAgain}>Check again</Button>}
        {(standing.stage === 'open' || standing.stage === 'failed') && order.can_pay && (
          <Button onClick={pay} isBusy={isPaying}>
            {standing.stage === 'open' ? 'Go on with the payment' : 'Try again'}
          </Button>
        )}
        {/* Nobody should pay a second time while the first is still being looked for. */}
        {hasCart && standing.stage !== 'returned' && (!isChecking || isTired) && (
          <LinkButton href="/checkout/payment" look="secondary">
            Choose another way to pay
          </LinkButton>
        )}
        {hasCart && (
          <a className={css.quiet} href="/cart">
            Back to the cart
          </a>
        )}
      </div>
      {hasCart && (
        <p className={css.kept}>
          {standing.stage === 'returned'
            ? 'Your cart is still there. What is sold out is marked in it.'
            : 'Your cart is kept until the payment has come.'}
        </p>
      )}
      <Help orderNo={order.order_no} />
      {isPaying && <PaymentProcessing opened={opened} />}
    </div>
  )
}

/** Goes to the payment again, from here. */
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
