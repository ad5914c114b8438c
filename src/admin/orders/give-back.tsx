import { type Dispatch, type SetStateAction, useState } from 'react'
import { Link } from 'react-router'
import type { RefundTarget } from '#contract/refund.ts'
import { maxPhotos } from '#contract/rules/file-rules.ts'
import { allowanceReasons, refundReasons } from '#contract/rules/order-reasons.ts'
import { keyOf, keysOf } from '#contract/rules/own-value.ts'
import { isPaidFirst } from '#contract/rules/payment-methods.ts'
import { Button } from '#ui/button.tsx'
import { api, refusal } from '../api.ts'
import { ActionDialog } from '../parts/action-dialog.tsx'
import { EntryChoice, EntryField, EntrySelect, EntryText, optionsOf } from '../parts/entry-field.tsx'
import { useFormat } from '../parts/format.ts'
import { parseAmount, useCurrencyDigits } from '../parts/money-entry.tsx'
import { PictureInput } from '../parts/picture-input.tsx'
import { entry, readEntries } from '../parts/read-entries.ts'
import { uploadFile } from '../parts/upload-file.ts'
import { useRecordActions } from '../parts/use-record-actions.ts'
import type { OrderProps } from './order-items.tsx'
import css from './order-screen.module.css'
import { QuantityFields } from './quantity-fields.tsx'
import { useAcceptedAmount } from './use-accepted-amount.ts'

type Reason = keyof typeof allowanceReasons

const targets: Readonly<Record<RefundTarget, string>> = {
  original: 'The way it was paid',
  store_credit: 'Store credit of the customer',
}

/** Where a refund goes. Nothing to choose for a guest, and in a shop without store credit. */
export function RefundTo({ order, errors }: Pick<OrderProps, 'order'> & { errors: string[] | undefined }) {
  return (
    <>
      <BlockedCards order={order} />
      {order.refundable.to.length === 1 ? (
        <input type="hidden" name="refund_to" value="original" />
      ) : (
        <EntrySelect label="Refund to" name="refund_to" errors={errors}>
          {optionsOf(targets)}
        </EntrySelect>
      )}
    </>
  )
}

/** What goes back onto a blocked card cannot be spent, and the customer's message says that it is there. */
export function BlockedCards({ order: { blocked_cards, refundable } }: Pick<OrderProps, 'order'>) {
  return blocked_cards.map((label) => (
    <p key={label} className={css.alert}>
      {label} is blocked: what goes back onto it cannot be spent. Unblock it under{' '}
      <Link to={`/gift-cards?q=${encodeURIComponent(label.slice(-4))}`}>Gift cards</Link> first, and send it
      again with a new code if its code is in other hands
      {refundable.to.length > 1 && '; or refund to store credit'}.
    </p>
  ))
}

/** Only the dialog of the step that pays has the entry. */
export const enteredTarget = (form: HTMLFormElement): RefundTarget =>
  keyOf(targets, readEntries(form, { refund_to: entry.text }).refund_to) ?? 'original'

/** Where nothing was charged for the delivery, or all of it went back. */
const { delivery: _, ...ofItems } = allowanceReasons

/** Gives money back while the customer keeps the items: any amount up to what the shop still holds. */
export function GiveBack({ order, onChange }: OrderProps) {
  const { amount: most, delivery } = order.refundable
  const { money } = useFormat()
  const unit = 10 ** useCurrencyDigits(most.currency)
  const { run, onRefused } = useRecordActions(onChange)
  const [reason, setReason] = useState<Reason>('goodwill')
  const [typed, setTyped] = useState('')
  const reset = () => {
    setReason('goodwill')
    setTyped('')
  }

  async function give(form: HTMLFormElement) {
    const amount = parseAmount(typed, unit)
    if (!amount) throw refusal('Not refunded', { amount: ['Please enter an amount, such as 250'] })
    const { note } = readEntries(form, { note: entry.trimmed })
    const refund_to = enteredTarget(form)
    await run(
      api.adminOrders.giveBack({ id: order.id, version: order.version, amount, reason, refund_to, note }),
    )
    reset()
  }

  return (
    <ActionDialog
      look="quiet"
      label="Give money back"
      title={`Give money back for ${order.order_no}`}
      submit="Refund"
      onSubmit={give}
      onRefused={onRefused}
      onClose={reset}
    >
      {(errors) => (
        <>
          <p>
            The customer keeps the items and gets a message.{' '}
            {isPaidFirst(order.payment_method.code)
              ? 'The money goes back the way it was paid.'
              : 'You pay it by hand afterwards: it is listed under “Refunds to pay”.'}
            {order.refundable.to.length > 1 && ' Store credit is there at once.'}
          </p>
          <EntryChoice
            label="Reason"
            options={delivery.amount > 0 ? allowanceReasons : ofItems}
            value={reason}
            errors={errors.reason}
            onChoose={(chosen) => {
              setReason(chosen)
              if (chosen === 'delivery') setTyped(String(delivery.amount / unit))
            }}
          />
          <EntryField
            label={`Amount in ${most.currency}`}
            name="amount"
            inputMode="decimal"
            autoComplete="off"
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
            errors={errors.amount}
            hint={`At most ${money(reason === 'delivery' ? delivery : most)}`}
          />
          <RefundTo order={order} errors={errors.refund_to} />
          <EntryText label="Note to the customer (optional)" name="note" errors={errors.note} />
        </>
      )}
    </ActionDialog>
  )
}

/** Starts a return for the customer, who is asked to send the items: also after the return window. */
export function StartReturn({ order, onChange }: OrderProps) {
  const actions = useRecordActions(onChange)
  const { accepted, forget, onRefused } = useAcceptedAmount(actions.onRefused)
  const [photos, setPhotos] = useState<readonly string[]>([])
  const lines = order.productchannel.filter(({ status }) => status === 'delivered')

  async function start(form: HTMLFormElement) {
    const { quantity, reason, note } = readEntries(form, {
      quantity: entry.each(lines, entry.number),
      reason: entry.oneOf(keysOf(refundReasons)),
      note: entry.trimmed,
    })
    const items = quantity
      .filter(({ value }) => value > 0)
      // What is photographed is the parcel or one item: the photos are shown with the first.
      .map(({ id, value }, at) => ({
        item_id: id,
        quantity: value,
        reason,
        images: at === 0 ? [...photos] : [],
      }))
    if (items.length === 0) throw refusal('Choose at least one item')
    const ref = { id: order.id, version: order.version }
    await actions.run(api.adminOrders.startReturn({ ...ref, items, note, accepted_amount: accepted }))
    reset()
  }
  function reset() {
    setPhotos([])
    forget()
  }

  return (
    <ActionDialog
      look="secondary"
      label="Start a return"
      title={`Return items of ${order.order_no}`}
      submit={accepted !== undefined ? 'Start it all the same' : 'Start the return'}
      onSubmit={start}
      onRefused={onRefused}
      onClose={reset}
    >
      {(errors) => (
        <>
          <p>The customer is asked to send them back. The money is paid once they have arrived.</p>
          <QuantityFields
            legend="Quantity to return"
            lines={lines}
            errors={errors.items}
            inputOf={() => ({ defaultValue: 0 })}
          />
          <EntrySelect label="Reason" name="reason" defaultValue="other" errors={errors.reason}>
            {optionsOf(refundReasons)}
          </EntrySelect>
          <PhotoEntry order={order.id} photos={photos} errors={errors.images} onChange={setPhotos} />
          <EntryText label="Note to the customer (optional)" name="note" errors={errors.note} />
        </>
      )}
    </ActionDialog>
  )
}

type PhotoProps = {
  order: number
  /** Paths of stored photos. */
  photos: readonly string[]
  errors: readonly string[] | undefined
  onChange: Dispatch<SetStateAction<readonly string[]>>
}

/** Photos of a claim that reached staff by mail or chat. */
function PhotoEntry({ order, photos, errors, onChange }: PhotoProps) {
  async function add(file: File) {
    const path = `/api/admin/orders/${order}/return-photos`
    const { data } = await uploadFile<{ image_path: string }>(path, file)
    onChange((stored) => [...stored, data.image_path])
  }

  return (
    <>
      {photos.length < maxPhotos && (
        <PictureInput
          label="Add photos"
          hint={`JPEG, PNG or WebP, at most ${maxPhotos}. They are stored with the return.`}
          errors={errors}
          most={maxPhotos - photos.length}
          onChoose={add}
        />
      )}
      {photos.length > 0 && (
        <p role="status">
          {`${photos.length} of ${maxPhotos} photos added`}{' '}
          <Button look="quiet" onClick={() => onChange([])}>
            Remove photos
          </Button>
        </p>
      )}
    </>
  )
}
