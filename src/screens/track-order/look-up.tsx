import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { api } from '#client/api.ts'
import * as limits from '#contract/limits.ts'
import { formAction, type PostedForm } from '#contract/posted-form.ts'
import { navigate } from '#pages/navigate.ts'
import { Button } from '#ui/button.tsx'
import { Callout } from '#ui/callout.tsx'
import { cardClass } from '#ui/card.ts'
import { TextField } from '#ui/field.tsx'
import { OtpInput } from '#ui/otp-input.tsx'
import { HiddenFields } from '#ui/post-form.tsx'
import css from './look-up.module.css'
import page from './view.module.css'
import type { Tracked } from './view.tsx'

type Props = Extract<Tracked, { kind: 'look-up' }>
type Lookup = { order_no: string; input: string }
type Errors = Partial<Record<'order_no' | 'input' | 'otp', string>>

const RESEND_AFTER_SECONDS = 30

/**
 * Looks up an order by its number and an OTP, or a shipment by its waybill. The waybill form works without
 * JavaScript too.
 */
export function LookUp({ problem, hint, order_no, posted }: Props) {
  const [lookup, setLookup] = useState(() => lookupOf(posted))
  return (
    <div className={`wide ${page.page} ${page.narrow}`}>
      <header className={page.head}>
        <h1>Track your order</h1>
        <p className={page.facts}>You can find the order number in your confirmation email or SMS.</p>
      </header>
      {problem && (
        <Callout tone="warning" title={problem}>
          <p>{hint}</p>
        </Callout>
      )}
      <section className={cardClass} aria-label="By order number">
        {lookup ? (
          <CodeForm lookup={lookup} posted={posted} onBack={() => setLookup(null)} />
        ) : (
          <OrderForm orderNo={order_no} posted={posted} onSent={setLookup} />
        )}
      </section>
      <form className={cardClass} action="/track-order" method="get">
        <TextField
          label="Or track by waybill number"
          name="waybill"
          autoComplete="off"
          autoCapitalize="characters"
          maxLength={40}
          required
        />
        <div>
          <Button type="submit" look="secondary">
            Find parcel
          </Button>
        </div>
      </form>
    </div>
  )
}

/** The order and contact that a code was sent for. */
const lookupOf = (posted: PostedForm | null): Lookup | null =>
  posted?.sentTo === undefined ? null : { order_no: posted.values.order_no ?? '', input: posted.sentTo }

type OrderFormProps = { orderNo: string; posted: PostedForm | null; onSent: (lookup: Lookup) => void }

function OrderForm({ orderNo, posted, onSent }: OrderFormProps) {
  const [errors, setErrors] = useState<Errors>(posted?.errors ?? {})
  const [isBusy, setIsBusy] = useState(false)

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy) return
    const lookup = readForm(event.currentTarget, ['order_no', 'input'])
    setIsBusy(true)
    const reply = await api.track.order(lookup)
    setIsBusy(false)
    if (reply.status === 'error') return setErrors(firstErrors(reply.errors))
    // Customers need no OTP for their own orders.
    if (!reply.data.verification_required) return navigate(`/track-order/${reply.data.token}`)
    onSent(lookup)
  }

  return (
    <form className={css.form} method="post" action={formAction('track-order')} onSubmit={submit} noValidate>
      {posted?.message && <Callout tone="error" title={posted.message} isAlert />}
      <TextField
        label="Order number"
        name="order_no"
        defaultValue={posted?.values.order_no ?? orderNo}
        placeholder="SF-100045"
        autoComplete="off"
        autoCapitalize="characters"
        maxLength={40}
        error={errors.order_no}
      />
      <TextField
        label="Email or phone of the order"
        name="input"
        autoComplete="email"
        defaultValue={posted?.values.input}
        hint="We’ll send a code there to protect your order."
        maxLength={254}
        error={errors.input}
      />
      <div>
        <Button type="submit" isBusy={isBusy}>
          Send me a code
        </Button>
      </div>
    </form>
  )
}

type CodeFormProps = { lookup: Lookup; posted: PostedForm | null; onBack: () => void }

function CodeForm({ lookup, posted, onBack }: CodeFormProps) {
  const [otp, setOtp] = useState('')
  const [error, setError] = useState(posted?.errors.otp ?? posted?.message ?? undefined)
  const [isBusy, setIsBusy] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const { wait, resend } = useResend(lookup)
  const focusField = () => field.current?.focus()
  useEffect(focusField, [])

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy) return
    if (otp.length < limits.otpLength)
      return setError(otp ? `The code has ${limits.otpLength} digits` : 'The OTP is required')
    setIsBusy(true)
    const reply = await api.track.order({ ...lookup, otp }, { silent: true })
    setIsBusy(false)
    if (reply.status === 'success' && !reply.data.verification_required)
      return navigate(`/track-order/${reply.data.token}`, { replace: true })
    setError(reply.status === 'error' ? reply.message : undefined)
    setOtp('')
    focusField()
  }

  return (
    <form className={css.form} method="post" action={formAction('track-order')} onSubmit={submit} noValidate>
      <HiddenFields fields={lookup} />
      <p role="status">
        If order <strong>{lookup.order_no}</strong> belongs to <strong>{lookup.input}</strong>, we have sent a
        code there. It expires in 5 minutes. Don’t share it with anyone.
      </p>
      <OtpInput
        ref={field}
        value={otp}
        error={error}
        onChange={(digits) => {
          setError(undefined)
          setOtp(digits)
        }}
      />
      <div className={css.actions}>
        <Button type="submit" isBusy={isBusy}>
          Show my order
        </Button>
        <Button look="quiet" data-scripts-only="" disabled={wait > 0} onClick={resend}>
          {wait > 0 ? `Send again in ${wait} s` : 'Send again'}
        </Button>
        <Button look="quiet" data-scripts-only="" onClick={onBack}>
          Change
        </Button>
        <noscript>
          <a href="/track-order">Send another code</a>
        </noscript>
      </div>
    </form>
  )
}

/** Resends the OTP, at most every half minute. */
function useResend(lookup: Lookup) {
  const [wait, setWait] = useState(RESEND_AFTER_SECONDS)
  useEffect(() => {
    if (wait === 0) return
    const timer = setTimeout(() => setWait(wait - 1), 1_000)
    return () => clearTimeout(timer)
  }, [wait])
  const resend = () => {
    setWait(RESEND_AFTER_SECONDS)
    void api.track.order(lookup)
  }
  return { wait, resend }
}

function readForm<Name extends string>(form: HTMLFormElement, names: readonly Name[]) {
  const data = new FormData(form)
  return Object.fromEntries(names.map((name) => [name, String(data.get(name) ?? '').trim()])) as Record<
    Name,
    string
  >
}

const firstErrors = (errors: Record<string, string[]> = {}): Errors =>
  Object.fromEntries(Object.entries(errors).map(([field, [first]]) => [field, first]))
