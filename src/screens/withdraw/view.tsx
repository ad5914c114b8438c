import { Fragment } from 'react'
import { formAction } from '#contract/posted-form.ts'
import { weekdayText } from '#contract/rules/day-text.ts'
import type { ScreenData } from '#pages/screen.ts'
import { Button } from '#ui/button.tsx'
import { Callout } from '#ui/callout.tsx'
import { cardClass, factsClass } from '#ui/card.ts'
import { CheckField } from '#ui/check-field.tsx'
import { SelectField, TextAreaField, TextField } from '#ui/field.tsx'
import { FieldError } from '#ui/field-error.tsx'
import { HiddenFields } from '#ui/post-form.tsx'
import css from './view.module.css'

type Shown = ScreenData<typeof import('./data.ts').withdraw>
type Of<Kind extends Shown['kind']> = Extract<Shown, { kind: Kind }>

/** The withdrawal from a contract. All of it are forms: scripts add nothing. */
export default function WithdrawScreen(data: Shown) {
  return (
    <div className={`wide ${css.page}`}>
      {data.kind === 'start' && <Start {...data} />}
      {data.kind === 'confirm' && <Confirm {...data} />}
      {data.kind === 'stated' && <Stated {...data} />}
      {data.kind === 'start' && <Right {...data.right} />}
    </div>
  )
}

function Start({ posted, order_no }: Of<'start'>) {
  return (
    <>
      <header className={css.head}>
        <h1>Withdraw from contract</h1>
        <p className={css.muted}>
          You need no account and give no reason. You choose the items on the next page, and confirm there.
        </p>
      </header>
      <form className={`${cardClass} ${css.form}`} method="post" action={formAction('withdraw')} noValidate>
        {posted?.message && <Callout tone="error" title={posted.message} isAlert />}
        <TextField
          label="Order number"
          name="order_no"
          defaultValue={posted?.values.order_no ?? order_no}
          hint="It is in the confirmation of your order."
          autoComplete="off"
          autoCapitalize="characters"
          maxLength={60}
          error={posted?.errors.order_no}
        />
        <TextField
          label="Email or phone of the order"
          name="input"
          autoComplete="email"
          defaultValue={posted?.values.input}
          hint="We confirm the withdrawal there at once."
          maxLength={254}
          error={posted?.errors.input}
        />
        <TextField
          label="Your name"
          isOptional
          name="name"
          autoComplete="name"
          defaultValue={posted?.values.name}
          maxLength={120}
          error={posted?.errors.name}
        />
        <div>
          <Button type="submit">Continue</Button>
        </div>
      </form>
    </>
  )
}

function Confirm({ order, entered, posted, place }: Of<'confirm'>) {
  const { order_no, input, name, content } = entered
  const open = order?.lines.filter(({ excluded }) => excluded === null) ?? []
  const excluded = order?.lines.filter((line) => line.excluded !== null) ?? []
  return (
    <>
      <header className={css.head}>
        <h1>Confirm withdrawal</h1>
        <p className={css.muted}>
          I withdraw from the contract on the goods below, order{' '}
          <strong>{order?.order_no ?? order_no}</strong>.
        </p>
      </header>
      {order?.is_over && order.until && (
        <Callout
          tone="warning"
          title={`The period ended on ${weekdayText(order.until, place.locale, place.timeZone)}`}
        >
          <p>You can state the withdrawal all the same. We check it and answer.</p>
        </Callout>
      )}
      <form
        className={`${cardClass} ${css.form}`}
        method="post"
        action={formAction('confirm-withdrawal')}
        noValidate
      >
        {posted?.message && <Callout tone="error" title={posted.message} isAlert />}
        <HiddenFields fields={{ order_no, input, name, chooses: open.length > 0 ? 'yes' : undefined }} />
        {open.length > 0 && <Items lines={open} error={posted?.errors.items} />}
        {order?.is_calculated_again && (
          <Callout tone="info" title="If you keep a part">
            <p>
              Discounts that this part alone would not have got are deducted from the refund. The amount is in
              the confirmation.
            </p>
          </Callout>
        )}
        {excluded.length > 0 && (
          <Callout tone="info" title="No right of withdrawal">
            {excluded.map((line) => (
              <p key={line.item_id}>
                {line.name}, because {line.excluded}.
              </p>
            ))}
          </Callout>
        )}
        {open.length === 0 && (
          <TextAreaField
            label="What do you withdraw from?"
            isOptional
            name="content"
            rows={3}
            maxLength={2_000}
            defaultValue={content}
            hint="We store your statement and check it. Without an entry it is the whole order."
          />
        )}
        <div>
          <Button type="submit">Confirm withdrawal</Button>
        </div>
        <p>
          <a href="/withdraw">Change the order number or contact</a>
        </p>
      </form>
    </>
  )
}

type Lines = NonNullable<Of<'confirm'>['order']>['lines']

/** All of them are chosen; the buyer takes out what stays. */
function Items({ lines, error }: { lines: Lines; error: string | undefined }) {
  return (
    <fieldset className={css.lines}>
      <legend>Your items</legend>
      {lines.map((line, at) => (
        <div key={line.item_id} className={css.lines}>
          <CheckField label={line.name} name={`items.${at}.item_id`} value={line.item_id} defaultChecked />
          {line.quantity === 1 ? (
            <HiddenFields fields={{ [`items.${at}.quantity`]: 1 }} />
          ) : (
            <SelectField
              label={`How many: ${line.name}`}
              name={`items.${at}.quantity`}
              options={Array.from({ length: line.quantity }, (_, n) => {
                const value = String(line.quantity - n)
                return { value, label: value }
              })}
            />
          )}
        </div>
      ))}
      <FieldError id="items-error" message={error} />
    </fieldset>
  )
}

function Stated({ values, stated_at, place }: Of<'stated'>) {
  return (
    <>
      <header className={css.head}>
        <h1>We have received your withdrawal</h1>
        <p className={css.muted}>
          {weekdayText(stated_at, place.locale, place.timeZone)}. We have also sent this to you. You can print
          this page.
        </p>
      </header>
      <section className={cardClass} aria-label="Your statement">
        <dl className={factsClass}>
          {values.map(({ label, value }) => (
            <Fragment key={label}>
              <dt>{label}</dt>
              <dd className={css.values}>{value}</dd>
            </Fragment>
          ))}
        </dl>
      </section>
    </>
  )
}

/** What the law wants buyers to know, and the form that they may use instead. Directive 2011/83/EU Annex I. */
function Right({ instructions, form }: Shown['right']) {
  return (
    <section id="right" className={css.right} aria-labelledby="right-title">
      <h2 id="right-title">Your right of withdrawal</h2>
      {instructions.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
      <h2>Model withdrawal form</h2>
      <p className={css.muted}>Fill it in and send it back only if you want to withdraw from the contract.</p>
      <ul className={css.form}>
        {form.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </section>
  )
}
