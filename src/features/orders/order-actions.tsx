import { type ComponentType, Fragment, useEffect, useRef, useState } from 'react'
import { useShop } from '#client/shop-context.ts'
import { Slot } from '#client/slot.tsx'
import { showToast } from '#client/toasts.ts'
import type { Order } from '#contract/checkout.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import css from './order-actions.module.css'
import { OrderForms } from './order-forms.tsx'
import { creditNoteUrl, invoiceUrl } from './order-links.ts'
import { PayLink } from './pay-link.tsx'
import { ReorderButton } from './reorder-button.tsx'

export type OrderDialogProps = {
  order: Order
  token: string | undefined
  onChange: (order: Order) => void
  onClose: () => void
}

/** Lazy chunks, loaded on demand. Spec §4: order dialogs. */
const dialogs: Record<'cancel' | 'refund' | 'rating', () => Promise<ComponentType<OrderDialogProps>>> = {
  cancel: () => import('./cancel-dialog.tsx').then(({ CancelDialog }) => CancelDialog),
  refund: () => import('./refund-dialog.tsx').then(({ RefundDialog }) => RefundDialog),
  rating: () => import('./rating-dialog.tsx').then(({ RatingDialog }) => RatingDialog),
}

type Props = {
  order: Order
  token?: string | undefined
  onChange: (order: Order) => void
  /**
   * A page that leaves out some actions: the confirmation and the payment show only changes, the tracking page neither
   * tracking nor payment.
   */
  on?: 'confirmation' | 'tracking'
}

/** The actions available for an order; if it can no longer be cancelled, the alternative. */
export function OrderActions({ order, token, onChange, on }: Props) {
  const [dialog, setDialog] = useState<{ Dialog: ComponentType<OrderDialogProps> }>()
  const [opening, setOpening] = useState<keyof typeof dialogs>()
  const change = useOutcome(dialog === undefined, onChange)
  const isPlaced = !['pending_payment', 'payment_failed', 'cancelled'].includes(order.status)

  const isAlone = on === undefined
  // A change that is to be paid is of a paid order.
  const isUnpaid = order.can_pay && !order.change
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
    'data-scripts-only': '',
    'aria-haspopup': 'dialog' as const,
    'aria-disabled': opening === name || undefined,
    onPointerEnter: () => void dialogs[name]().catch(() => {}),
    onClick: () => void open(name),
  })

  return (
    <div className={css.actions}>
      {isAlone && isUnpaid && <PayLink order={order} />}
      {isAlone && isOnItsWay && (
        <LinkButton href={`/track-order/${order.token ?? order.order_no}`}>Track this order</LinkButton>
      )}
      {order.can_refund && <Button {...opener('refund')}>Return items</Button>}
      {isPlaced && <WithdrawLink order={order} />}
      {order.invoices.map(({ invoice_no, credit_note_no }, at) => (
        <Fragment key={invoice_no}>
          <LinkButton look="secondary" href={invoiceUrl(order.order_no, invoice_no, token)} download>
            Download invoice{order.invoices.length > 1 && ` ${at + 1}`}
          </LinkButton>
          {credit_note_no && (
            <LinkButton look="secondary" href={creditNoteUrl(order.order_no, { invoice_no }, token)} download>
              Download its credit note
            </LinkButton>
          )}
        </Fragment>
      ))}
      {on !== 'confirmation' && isPlaced && order.experience_rating === null && (
        <Button {...opener('rating')}>Rate this order</Button>
      )}
      {on !== 'confirmation' && !isUnpaid && <ReorderButton order={order} />}
      <Slot name="order.actions" props={{ order_no: order.order_no, token: token ?? null }} />
      {order.can_cancel && (
        <Button {...opener('cancel')}>
          {isUnpaid
            ? 'Cancel order'
            : order.is_partly_shipped
              ? 'Cancel items not sent yet'
              : 'Cancel items or order'}
        </Button>
      )}
      {!order.is_partly_shipped && (order.status === 'shipped' || order.status === 'out_for_delivery') && (
        <p className={css.why}>
          This order has shipped and can no longer be cancelled. You can return items after delivery.
        </p>
      )}
      <noscript>
        <OrderForms order={order} token={token} />
      </noscript>
      {dialog && (
        <dialog.Dialog order={order} token={token} onChange={change} onClose={() => setDialog(undefined)} />
      )}
    </div>
  )
}

/** Where the law knows the right of withdrawal. */
function WithdrawLink({ order: { order_no } }: Pick<Props, 'order'>) {
  const { channel } = useShop().storefront
  if (!channel.withdrawal_days) return null
  return (
    <LinkButton look="secondary" href={`/withdraw?order_no=${order_no}`}>
      Withdraw from contract here
    </LinkButton>
  )
}

/** An action may remove its button: then the heading, which shows the new status, gets the focus. */
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
