import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { trackApi } from '#client/track-api.ts'
import { limits } from '#contract/limits.ts'
import { navigate } from '#pages/navigate.ts'
import { Button } from '#ui/button.tsx'
import { Callout } from '#ui/callout.tsx'
import { cardClass } from '#ui/card.ts'
import { TextField } from '#ui/field.tsx'
import { OtpInput } from '#ui/otp-input.tsx'
import css from './look-up.module.css'
import page from './view.module.css'
import type { Tracked } from './view.tsx'

type Props = Extract<Tracked, { kind: 'look-up' }>
type Asked = { order_no: string; input: string }
type Errors = Partial<Record<'order_no' | 'input' | 'otp', string>>

const RESEND_AFTER_SECONDS = 30

/** The order by its number and a code, or a parcel by its waybill. The second works as a plain page, too. */
export function LookUp({ problem, hint, order_no }: Props) {
  const [asked, setAsked] = useState<Asked | null>(null)
  return (
    <div className={`wide ${page.page} ${page.narrow}`}>
      <header className={page.head}>
        <h1>Track your order</h1>
        <p className={page.facts}>The order number is in the mail and SMS that we sent you.</p>
      </header>
      {problem && (
        <Callout tone="warning" title={problem}>
          <p>{hint}</p>
        </Callout>
      )}
      <section className={cardClass} aria-label="By order number">
        {asked ? (
          <CodeForm asked={asked} onBack={() => setAsked(null)} />
        ) : (
          <OrderForm orderNo={order_no} onSent={setAsked} />
        )}
      </section>
      <form className={cardClass} action="/track-order" method="get">
        <TextField
          label="Or by the waybill number of a parcel"
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

function OrderForm({ orderNo, onSent }: { orderNo: string; onSent: (asked: Asked) => void }) {
  const [errors, setErrors] = useState<Errors>({})
  const [isBusy, setIsBusy] = useState(false)

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy) return
    const asked = readForm(event.currentTarget, ['order_no', 'input'])
    setIsBusy(true)
    const reply = await trackApi.track.order(asked)
    setIsBusy(false)
    if (reply.status === 'error') return setErrors(firstErrors(reply.errors))
    // Whoever is logged in needs no code for an order of theirs.
    if (!reply.data.verification_required) return navigate(`/track-order/${reply.data.token}`)
    onSent(asked)
  }

  return (
    <form className={css.form} onSubmit={submit} noValidate>
      <TextField
        label="Order number"
        name="order_no"
        defaultValue={orderNo}
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
        hint="We send a code there, so that nobody else sees your order."
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

function CodeForm({ asked, onBack }: { asked: Asked; onBack: () => void }) {
  const [otp, setOtp] = useState('')
  const [error, setError] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const { wait, resend } = useResend(asked)
  const focusField = () => field.current?.focus()
  useEffect(focusField, [])

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy) return
    if (otp.length < limits.otpLength)
      return setError(otp ? `The code has ${limits.otpLength} digits` : 'The OTP is required')
    setIsBusy(true)
    const reply = await trackApi.track.order({ ...asked, otp }, { silent: true })
    setIsBusy(false)
    if (reply.status === 'success' && !reply.data.verification_required)
      return navigate(`/track-order/${reply.data.token}`, { replace: true })
    setError(reply.status === 'error' ? reply.message : undefined)
    setOtp('')
    focusField()
  }

  return (
    <form className={css.form} onSubmit={submit} noValidate>
      <p role="status">
        If order <strong>{asked.order_no}</strong> belongs to <strong>{asked.input}</strong>, a code is on its
        way there. It is good for 5 minutes.
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
        <Button look="quiet" disabled={wait > 0} onClick={resend}>
          {wait > 0 ? `Send again in ${wait} s` : 'Send again'}
        </Button>
        <Button look="quiet" onClick={onBack}>
          Change
        </Button>
      </div>
    </form>
  )
}

/** Another code, not before half a minute is over. */
function useResend(asked: Asked) {
  const [wait, setWait] = useState(RESEND_AFTER_SECONDS)
  useEffect(() => {
    if (wait === 0) return
    const timer = setTimeout(() => setWait(wait - 1), 1_000)
    return () => clearTimeout(timer)
  }, [wait])
  const resend = () => {
    setWait(RESEND_AFTER_SECONDS)
    void trackApi.track.order(asked)
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
