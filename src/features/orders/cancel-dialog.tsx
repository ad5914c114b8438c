import { useState } from 'react'
import { api } from '#client/api.ts'
import { type CancelReason, cancelReasons } from '#contract/rules/order-reasons.ts'
import { isPaidFirst } from '#contract/rules/payment-methods.ts'
import { SelectField, TextAreaField } from '#ui/field.tsx'
import type { OrderDialogProps } from './order-actions.tsx'
import { refOf } from './order-links.ts'
import type { Picked } from './piece-picker.tsx'
import { type Loss, lossOf, PiecesDialog } from './pieces-dialog.tsx'

/** Cancels the selected items, initially all, or an unpaid order as a whole; asks for a reason and explains the refund. Spec §4: order dialogs. */
export function CancelDialog({ order, token, onChange, onClose }: OrderDialogProps) {
  const items = order.productchannel
    .filter((item) => item.can_cancel)
    .map((item) => ({ ...item, quantity: item.quantity - item.quantity_shipped }))
  const [picked, setPicked] = useState<Picked>(new Map(items.map(({ id, quantity }) => [id, quantity])))
  const [errors, setErrors] = useState<{ items?: string; reason?: string; all?: string }>({})
  const [loss, setLoss] = useState<Loss>()
  const [isBusy, setIsBusy] = useState(false)
  const isWhole = !order.is_partly_shipped && items.every(({ id, quantity }) => picked.get(id) === quantity)
  const isPaid = order.payment_status === 'paid' || order.payment_status === 'partially_refunded'

  async function cancel(element: HTMLFormElement) {
    const form = new FormData(element)
    const reason = String(form.get('reason') ?? '')
    if (items.length > 0 && picked.size === 0) return setErrors({ items: 'Please choose at least one item' })
    if (!isReason(reason)) return setErrors({ reason: 'Please choose a reason' })
    setIsBusy(true)
    const request = {
      ...refOf(order.order_no, token),
      ...(!isWhole && { items: [...picked].map(([item_id, quantity]) => ({ item_id, quantity })) }),
      reason,
      comment: String(form.get('comment') ?? ''),
      ...(loss && { accepted_amount: loss.amount }),
    }
    const reply = await api.orders.cancel(request, { silent: true })
    setIsBusy(false)
    const lost = lossOf(reply)
    if (lost) return setLoss(lost)
    if (reply.status === 'error')
      return setErrors({ all: Object.values(reply.errors ?? {})[0]?.[0] ?? reply.message })
    onChange(reply.data)
    onClose()
  }

  return (
    <PiecesDialog
      title={order.is_partly_shipped ? 'Cancel items not sent yet' : `Cancel order ${order.order_no}`}
      legend="What would you like to cancel?"
      items={items}
      picked={picked}
      onPick={(next) => {
        setErrors({})
        setLoss(undefined)
        setPicked(next)
      }}
      errors={errors}
      warning={loss?.message}
      note={moneyWords({
        isUnpaid: order.can_pay && !order.change,
        isPaid,
        isWhole,
        isByHand: !isPaidFirst(order.payment_method.code),
      })}
      keep="Keep it"
      action={loss ? 'Cancel all the same' : isWhole ? 'Cancel order' : 'Cancel these items'}
      isBusy={isBusy}
      onSubmit={cancel}
      onClose={onClose}
    >
      <SelectField
        label="Why?"
        name="reason"
        placeholder="Choose a reason"
        options={Object.entries(cancelReasons).map(([value, label]) => ({ value, label }))}
        defaultValue=""
        error={errors.reason}
      />
      <TextAreaField
        label="Anything else we should know?"
        isOptional
        name="comment"
        rows={2}
        maxLength={1_000}
      />
    </PiecesDialog>
  )
}

type Refunding = { isUnpaid: boolean; isPaid: boolean; isWhole: boolean; isByHand: boolean }

const moneyWords = ({ isUnpaid, isPaid, isWhole, isByHand }: Refunding) => {
  if (isUnpaid) return 'There will be nothing to pay. A payment that still arrives is refunded.'
  if (!isPaid) return isWhole ? 'There will be nothing to pay.' : 'You only pay for the remaining items.'
  if (isByHand) return 'We pay the amount back to your bank account or UPI ID, which we ask for next.'
  return isWhole
    ? 'Your payment will be refunded to the original payment method. This may take up to 7 days.'
    : 'The amount for these items will be refunded to the original payment method. This may take up to 7 days.'
}

const isReason = (reason: string): reason is CancelReason => Object.hasOwn(cancelReasons, reason)
