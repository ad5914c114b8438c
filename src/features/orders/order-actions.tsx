import { type ComponentType, useState } from 'react'
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
  /** On a page that offers the rest otherwise. */
  only?: 'changes'
}

/** What can be done with an order now; and where cancelling is not possible any more, what is instead. */
export function OrderActions({ order, token, onChange, only }: Props) {
  const [dialog, setDialog] = useState<{ Dialog: ComponentType<OrderDialogProps> }>()
  const [opening, setOpening] = useState<keyof typeof dialogs>()
  const isPlaced = !['pending_payment', 'payment_failed', 'cancelled'].includes(order.status)

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
      {!only && order.can_pay && <PayLink order={order} />}
      {!only && isOnItsWay && (
        <LinkButton href={`/track-order/${order.token ?? order.order_no}`}>Track this order</LinkButton>
      )}
      {order.can_refund && <Button {...opener('refund')}>Send items back</Button>}
      {order.can_download_invoice && (
        <LinkButton look="secondary" href={invoiceUrl(order.order_no, token)} download>
          Download invoice
        </LinkButton>
      )}
      {!only && isPlaced && order.experience_rating === null && (
        <Button {...opener('rating')}>Rate this order</Button>
      )}
      {!only && !order.can_pay && <ReorderButton order={order} />}
      {order.can_cancel && <Button {...opener('cancel')}>Cancel items or order</Button>}
      {(order.status === 'shipped' || order.status === 'out_for_delivery') && (
        <p className={css.why}>
          It is on its way and cannot be cancelled any more. You can send it back once it is here.
        </p>
      )}
      {dialog && (
        <dialog.Dialog order={order} token={token} onChange={onChange} onClose={() => setDialog(undefined)} />
      )}
    </div>
  )
}
