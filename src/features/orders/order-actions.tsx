import { type ComponentType, useEffect, useRef, useState } from 'react'
import { showToast } from '#client/toasts.ts'
import type { Order } from '#contract/checkout.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import css from './order-actions.module.css'
import { invoiceUrl } from './orders-api.ts'
import { PayLink } from './pay-link.tsx'
import { ReorderButton } from './reorder-button.tsx'

export type OrderDialogProps = {
  order: Order
  token: string | undefined
  onChange: (order: Order) => void
  onClose: () => void
}

/** Each is code of its own, fetched when somebody reaches for it. Spec §4: order dialogs. */
const dialogs: Record<'cancel' | 'refund' | 'rating', () => Promise<ComponentType<OrderDialogProps>>> = {
  cancel: () => import('./cancel-dialog.tsx').then(({ CancelDialog }) => CancelDialog),
  refund: () => import('./refund-dialog.tsx').then(({ RefundDialog }) => RefundDialog),
  rating: () => import('./rating-dialog.tsx').then(({ RatingDialog }) => RatingDialog),
}

type Props = {
  order: Order
  token?: string | undefined
  onChange: (order: Order) => void
  /** A page that offers some of it otherwise: the confirmation all but the changes, the tracking page the way to itself and to pay. */
  on?: 'confirmation' | 'tracking'
}

/** What can be done with an order now; and where cancelling is not possible any more, what is instead. */
export function OrderActions({ order, token, onChange, on }: Props) {
  const [dialog, setDialog] = useState<{ Dialog: ComponentType<OrderDialogProps> }>()
  const [opening, setOpening] = useState<keyof typeof dialogs>()
  const change = useOutcome(dialog === undefined, onChange)
  const isPlaced = !['pending_payment', 'payment_failed', 'cancelled'].includes(order.status)

  const isAlone = on === undefined
  const isOnItsWay = ['packed', 'shipped', 'out_for_delivery'].includes(order.status)

  async function open(name: keyof typeof dialogs) {
    setOpening(name)
    try {
      const Dialog = await dialogs[name]()
      setDialog({ Dialog })
    } catch {
      showToast('error', 'This did not load. Please try again')
    }
    setOpening(undefined)
  }
  const opener = (name: keyof typeof dialogs) => ({
    look: 'secondary' as const,
    'aria-haspopup': 'dialog' as const,
    'aria-disabled': opening === name || undefined,
    onPointerEnter: () => void dialogs[name]().catch(() => {}),
    onClick: () => void open(name),
  })

  return (
    <div className={css.actions}>
      {isAlone && order.can_pay && <PayLink order={order} />}
      {isAlone && isOnItsWay && (
        <LinkButton href={`/track-order/${order.token ?? order.order_no}`}>Track this order</LinkButton>
      )}
      {order.can_refund && <Button {...opener('refund')}>Send items back</Button>}
      {order.can_download_invoice && (
        <LinkButton look="secondary" href={invoiceUrl(order.order_no, token)} download>
          Download invoice
        </LinkButton>
      )}
      {on !== 'confirmation' && isPlaced && order.experience_rating === null && (
        <Button {...opener('rating')}>Rate this order</Button>
      )}
      {on !== 'confirmation' && !order.can_pay && <ReorderButton order={order} />}
      {order.can_cancel && <Button {...opener('cancel')}>Cancel items or order</Button>}
      {(order.status === 'shipped' || order.status === 'out_for_delivery') && (
        <p className={css.why}>
          It is on its way and cannot be cancelled any more. You can send it back once it is here.
        </p>
      )}
      {dialog && (
        <dialog.Dialog order={order} token={token} onChange={change} onClose={() => setDialog(undefined)} />
      )}
    </div>
  )
}

/** What was done may take its button along: then the heading, which mostly says the new state, is shown and has the focus. */
function useOutcome(isClosed: boolean, onChange: (order: Order) => void) {
  const isDone = useRef(false)
  useEffect(() => {
    if (!isClosed || !isDone.current) return
    isDone.current = false
    const heading = document.querySelector<HTMLElement>('main h1')
    if (!heading || document.activeElement !== document.body) return
    heading.tabIndex = -1
    heading.focus()
  }, [isClosed])
  return (order: Order) => {
    isDone.current = true
    onChange(order)
  }
}
