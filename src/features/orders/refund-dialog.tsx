import { useState } from 'react'
import { api } from '#client/api.ts'
import { toEventItem } from '#client/event-items.ts'
import { emit } from '#client/events.ts'
import type { Order } from '#contract/checkout.ts'
import { type RefundReason, refundReasons } from '#contract/rules/order-reasons.ts'
import { isPaidFirst } from '#contract/rules/payment-methods.ts'
import { SelectField, TextAreaField } from '#ui/field.tsx'
import type { OrderDialogProps } from './order-actions.tsx'
import { refOf } from './order-links.ts'
import { PhotosField } from './photos-field.tsx'
import type { Picked } from './piece-picker.tsx'
import { type Loss, lossOf, PiecesDialog } from './pieces-dialog.tsx'
import type { SentPhoto } from './send-photo.ts'

type About = { reason: string; comment: string; photos: SentPhoto[] }
const nothing: About = { reason: '', comment: '', photos: [] }

/** Requests a return: items, quantities, reasons, photos. Spec §4: order dialogs. */
export function RefundDialog({ order, token, onChange, onClose }: OrderDialogProps) {
  const items = order.productchannel.filter((item) => item.can_refund)
  const [only] = items.length === 1 ? items : []
  const [picked, setPicked] = useState<Picked>(new Map(only ? [[only.id, only.quantity]] : []))
  const [abouts, setAbouts] = useState<Record<number, About>>({})
  const [errors, setErrors] = useState<{ items?: string; reasons?: boolean; all?: string }>({})
  const [loss, setLoss] = useState<Loss>()
  const [isBusy, setIsBusy] = useState(false)
  const aboutOf = (id: number) => abouts[id] ?? nothing
  const setAbout = (id: number, more: Partial<About>) => {
    if (more.reason) setLoss(undefined)
    setAbouts((before) => ({ ...before, [id]: { ...(before[id] ?? nothing), ...more } }))
  }

  async function request() {
    if (picked.size === 0) return setErrors({ items: 'Please choose at least one item' })
    const chosen = [...picked].map(([item_id, quantity]) => ({ item_id, quantity, ...aboutOf(item_id) }))
    if (!chosen.every(({ reason }) => isReason(reason))) return setErrors({ reasons: true })
    setErrors({})
    setIsBusy(true)
    const request = {
      ...refOf(order.order_no, token),
      items: chosen.flatMap(({ photos, reason, ...item }) =>
        isReason(reason) ? [{ ...item, reason, images: photos.map(({ image_path }) => image_path) }] : [],
      ),
      ...(loss && { accepted_amount: loss.amount }),
    }
    const reply = await api.orders.refundRequest(request, { silent: true })
    setIsBusy(false)
    const lost = lossOf(reply)
    if (lost) return setLoss(lost)
    if (reply.status === 'error')
      return setErrors({ all: Object.values(reply.errors ?? {})[0]?.[0] ?? reply.message })
    emitRefund(order, picked)
    onChange(reply.data.order)
    onClose()
  }

  return (
    <PiecesDialog
      title="Return items"
      legend="What would you like to return?"
      items={items}
      picked={picked}
      onPick={(next) => {
        setErrors({})
        setLoss(undefined)
        setPicked(next)
      }}
      errors={errors}
      warning={loss?.message}
      more={({ id, name }) => (
        <AboutItem
          name={name}
          about={aboutOf(id)}
          isMissing={errors.reasons === true}
          photosOf={{ orderNo: order.order_no, token }}
          onChange={(more) => setAbout(id, more)}
        />
      )}
      note={`One request an order: please choose everything that you want to send back. You get what you paid for these items, ${
        isPaidFirst(order.payment_method.code)
          ? 'the way you paid.'
          : 'to your bank account or UPI ID, which we ask for next.'
      }`}
      keep="Keep everything"
      action={loss ? 'Request it all the same' : 'Request refund'}
      isBusy={isBusy}
      onSubmit={request}
      onClose={onClose}
    />
  )
}

type AboutItemProps = {
  name: string
  about: About
  /** It was sent without its reason. */
  isMissing: boolean
  photosOf: { orderNo: string; token: string | undefined }
  onChange: (more: Partial<About>) => void
}

function AboutItem({
  name,
  about: { reason, comment, photos },
  isMissing,
  photosOf,
  onChange,
}: AboutItemProps) {
  return (
    <>
      <SelectField
        label={`Why are you returning ${name}?`}
        placeholder="Choose a reason"
        options={Object.entries(refundReasons).map(([value, label]) => ({ value, label }))}
        value={reason}
        onChange={({ target }) => onChange({ reason: target.value })}
        error={isMissing && !isReason(reason) ? 'Please choose a reason' : undefined}
      />
      <TextAreaField
        label="What is wrong?"
        isOptional
        rows={2}
        maxLength={1_000}
        value={comment}
        onChange={({ target }) => onChange({ comment: target.value })}
      />
      <PhotosField
        of={name}
        {...photosOf}
        photos={photos}
        onChange={(added) => onChange({ photos: added })}
      />
    </>
  )
}

const isReason = (reason: string): reason is RefundReason => Object.hasOwn(refundReasons, reason)

/** The shopper's request for a refund: what is sent back and what it cost. */
function emitRefund({ order_no, grand_total, productchannel }: Order, picked: ReadonlyMap<number, number>) {
  const items = productchannel.filter(({ id }) => picked.has(id))
  const sent = items.map(({ id, sku, name, variant, brand, price }, index) =>
    toEventItem({ sku, name, variant, brand, price, quantity: picked.get(id) ?? 1 }, index),
  )
  const value = sent.reduce((total, { price, quantity }) => total + price * quantity, 0)
  emit({
    name: 'refund',
    transaction_id: order_no,
    currency: grand_total.currency,
    value: Number(value.toFixed(2)),
    items: sent,
  })
}
