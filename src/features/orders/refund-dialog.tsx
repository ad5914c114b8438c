import { useState } from 'react'
import { type RefundReason, refundReasons } from '#contract/rules/order-reasons.ts'
import { SelectField, TextAreaField } from '#ui/field.tsx'
import type { OrderDialogProps } from './order-actions.tsx'
import { ordersApi, refOf } from './orders-api.ts'
import { PhotosField } from './photos-field.tsx'
import type { Picked } from './piece-picker.tsx'
import { PiecesDialog } from './pieces-dialog.tsx'
import type { SentPhoto } from './send-photo.ts'

type About = { reason: string; comment: string; photos: SentPhoto[] }
const nothing: About = { reason: '', comment: '', photos: [] }

/** Asks to send items back: which, how many, why, with photos. Spec §4: order dialogs. */
export function RefundDialog({ order, token, onChange, onClose }: OrderDialogProps) {
  const items = order.productchannel.filter((item) => item.can_refund)
  const [only] = items.length === 1 ? items : []
  const [picked, setPicked] = useState<Picked>(new Map(only ? [[only.id, only.quantity]] : []))
  const [abouts, setAbouts] = useState<Record<number, About>>({})
  const [errors, setErrors] = useState<{ items?: string; reasons?: boolean; all?: string }>({})
  const [isBusy, setIsBusy] = useState(false)
  const aboutOf = (id: number) => abouts[id] ?? nothing
  const tell = (id: number, more: Partial<About>) =>
    setAbouts((before) => ({ ...before, [id]: { ...(before[id] ?? nothing), ...more } }))

  async function request() {
    if (picked.size === 0) return setErrors({ items: 'Please choose at least one item' })
    const wishes = [...picked].map(([item_id, quantity]) => ({ item_id, quantity, ...aboutOf(item_id) }))
    if (!wishes.every(({ reason }) => isReason(reason))) return setErrors({ reasons: true })
    setErrors({})
    setIsBusy(true)
    const reply = await ordersApi.orders.refundRequest({
      ...refOf(order.order_no, token),
      items: wishes.map(({ photos, reason, ...wish }) => ({
        ...wish,
        reason: reason as RefundReason,
        images: photos.map(({ image_path }) => image_path),
      })),
    })
    setIsBusy(false)
    if (reply.status === 'error')
      return setErrors({ all: Object.values(reply.errors ?? {})[0]?.[0] ?? reply.message })
    onChange(reply.data.order)
    onClose()
  }

  return (
    <PiecesDialog
      title="Send items back"
      legend="What do you want to send back?"
      items={items}
      picked={picked}
      onPick={(next) => {
        setErrors({})
        setPicked(next)
      }}
      errors={errors}
      more={({ id, name }) => (
        <>
          <SelectField
            label={`Why do you send ${name} back?`}
            placeholder="Choose a reason"
            options={Object.entries(refundReasons).map(([value, label]) => ({ value, label }))}
            value={aboutOf(id).reason}
            onChange={({ target }) => tell(id, { reason: target.value })}
            error={errors.reasons && !isReason(aboutOf(id).reason) ? 'Please choose a reason' : undefined}
          />
          <TextAreaField
            label="What is wrong?"
            isOptional
            rows={2}
            maxLength={1_000}
            value={aboutOf(id).comment}
            onChange={({ target }) => tell(id, { comment: target.value })}
          />
          <PhotosField
            of={name}
            orderNo={order.order_no}
            token={token}
            photos={aboutOf(id).photos}
            onChange={(photos) => tell(id, { photos })}
          />
        </>
      )}
      note={`One request an order: please choose everything that you want to send back. You get what you paid for these items, ${
        order.payment_method.code === 'cod' ? 'by a way that we agree on.' : 'the way you paid.'
      }`}
      keep="Keep everything"
      action="Request refund"
      isBusy={isBusy}
      onSubmit={request}
      onClose={onClose}
    />
  )
}

const isReason = (reason: string): reason is RefundReason => reason in refundReasons
