import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import type { PostedState } from '#contract/form.ts'
import { sendForm, splitErrors } from '#features/forms/send-form.ts'
import { shrinkPhoto } from '#features/orders/shrink-photo.ts'
import { Button } from '#ui/button.tsx'
import { Callout } from '#ui/callout.tsx'
import { CheckField } from '#ui/check-field.tsx'
import { SelectField, TextAreaField, TextField } from '#ui/field.tsx'
import type { Purchase, ReviewField } from './contract.ts'
import { RatingField } from './rating-field.tsx'
import css from './review-form.module.css'

const ACTION = '/forms/plugins/review/rate-product'
/** The server's limit for one photo. */
const LARGEST = 5 * 1_024 * 1_024

type Props = { purchase: Purchase; fields: readonly ReviewField[]; posted: PostedState | null }

/** The form of a review. It posts without scripts; with them it stays on the page. */
export function ReviewForm({ purchase, fields, posted }: Props) {
  const { product_id, order_item_id, slug, review } = purchase
  const names = fields.map(({ name }) => name)
  const refused = posted && !posted.is_sent ? splitErrors(posted, names) : null
  const [errors, setErrors] = useState(refused?.errors ?? {})
  const [message, setMessage] = useState(refused?.message ?? null)
  const [thanks, setThanks] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const result = useRef<HTMLDivElement>(null)
  const [attempts, setAttempts] = useState(0)

  useEffect(() => {
    if (attempts === 0) return
    const target = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]') ?? result.current
    target?.focus()
  }, [attempts])

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy) return
    const body = new FormData(event.currentTarget)
    setBusy(true)
    const reply = await sendForm(ACTION, await withSmallPhotos(body), names)
    setBusy(false)
    setErrors(reply.status === 'success' ? {} : reply.errors)
    setMessage(reply.status === 'success' ? null : reply.message)
    if (reply.status === 'success') setThanks(reply.message)
    setAttempts((count) => count + 1)
  }

  if (thanks !== undefined) return <Callout tone="success" title={thanks} ref={result} />
  const start = (name: string) => {
    const typed = posted?.values[`fields.${name}`]
    return typeof typed === 'string' ? typed : String(review?.fields[name] ?? '')
  }
  const page =
    order_item_id === null
      ? `/account/reviews?product=${encodeURIComponent(slug)}`
      : `/account/reviews?item=${order_item_id}`
  return (
    <form
      ref={form}
      id={posted ? 'posted' : undefined}
      className={css.form}
      action={ACTION}
      method="post"
      encType="multipart/form-data"
      onSubmit={submit}
      noValidate
    >
      {message && <Callout tone="error" title={message} ref={result} isAlert />}
      <input type="hidden" name="page" value={page} />
      <input type="hidden" name="product_id" value={product_id ?? ''} />
      <input type="hidden" name="order_item_id" value={order_item_id ?? ''} />
      {fields.map((field) => (
        <Control
          key={field.name}
          field={field}
          start={start(field.name)}
          error={errors[field.name]}
          photos={review?.images ?? []}
        />
      ))}
      <div>
        <Button type="submit" isBusy={isBusy}>
          {review ? 'Save review' : 'Submit review'}
        </Button>
      </div>
    </form>
  )
}

type ControlProps = {
  field: ReviewField
  start: string
  error: string | undefined
  photos: readonly string[]
}

function Control({ field, start, error, photos }: ControlProps) {
  const { name, label, type, is_required, max, options } = field
  const frame = { label, name: `fields.${name}`, error, isOptional: !is_required, required: is_required }
  if (type === 'rating') return <RatingField {...{ label, error }} name={frame.name} start={Number(start)} />
  if (type === 'text') return <TextField {...frame} dir="auto" maxLength={max} defaultValue={start} />
  if (type === 'textarea')
    return <TextAreaField {...frame} dir="auto" rows={6} maxLength={max} defaultValue={start} />
  if (type === 'select')
    return (
      <SelectField
        {...frame}
        placeholder="Please choose"
        options={(options ?? []).map((value) => ({ value, label: value }))}
        defaultValue={start}
      />
    )
  return (
    <>
      {photos.length > 0 && (
        <fieldset className={css.retained}>
          <legend>Photos of your review</legend>
          {photos.map((path, at) => (
            <CheckField
              key={path}
              name="fields.images[]"
              value={path}
              defaultChecked
              label={`Keep photo ${at + 1}`}
            />
          ))}
        </fieldset>
      )}
      <TextField
        {...frame}
        name="photos"
        type="file"
        accept="image/jpeg,image/png,image/webp"
        multiple
        hint={`JPEG, PNG or WebP, up to ${max} photos of 5 MB`}
      />
    </>
  )
}

/** Large camera photos are scaled down before they are sent. */
async function withSmallPhotos(body: FormData): Promise<FormData> {
  const photos = body.getAll('photos').filter((file): file is File => file instanceof File && file.size > 0)
  body.delete('photos')
  for (const photo of photos) body.append('photos', photo.size > LARGEST ? await shrinkPhoto(photo) : photo)
  return body
}
