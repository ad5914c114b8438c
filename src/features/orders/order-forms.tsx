import type { Order } from '#contract/checkout.ts'
import { formAction } from '#contract/posted-form.ts'
import { cancelReasons, refundReasons } from '#contract/rules/order-reasons.ts'
import { Button } from '#ui/button.tsx'
import { CheckField } from '#ui/check-field.tsx'
import { SelectField, TextAreaField } from '#ui/field.tsx'
import { HiddenFields } from '#ui/post-form.tsx'
import css from './order-forms.module.css'
import { refOf } from './order-links.ts'

type Props = { order: Order; token: string | undefined }

const optionsOf = (reasons: Readonly<Record<string, string>>) =>
  Object.entries(reasons).map(([value, label]) => ({ value, label }))

/** Cancellation and return without JavaScript, in place of the dialogs: the whole order, or the ticked items. */
export function OrderForms({ order, token }: Props) {
  const reference = <HiddenFields fields={refOf(order.order_no, token)} />
  const returnable = order.productchannel.filter(({ can_refund }) => can_refund)
  return (
    <>
      {order.can_cancel && (
        <details className={css.fold}>
          <summary>Cancel order</summary>
          <form className={css.form} method="post" action={formAction('cancel-order')}>
            {reference}
            <SelectField
              label="Why are you cancelling?"
              name="reason"
              required
              options={optionsOf(cancelReasons)}
              placeholder="Choose a reason"
            />
            <Button type="submit" look="secondary">
              Cancel order
            </Button>
          </form>
        </details>
      )}
      {order.can_refund && (
        <details className={css.fold}>
          <summary>Return items</summary>
          <form className={css.form} method="post" action={formAction('return-items')}>
            {reference}
            {returnable.map(({ id, name, quantity }, at) => (
              <fieldset key={id} className={css.form}>
                <CheckField label={`Return ${name}`} name={`items.${at}.item_id`} value={id} />
                <SelectField
                  label="Quantity"
                  name={`items.${at}.quantity`}
                  options={Array.from({ length: quantity }, (_, n) => ({
                    value: String(quantity - n),
                    label: String(quantity - n),
                  }))}
                />
                <SelectField
                  label={`Why are you returning ${name}?`}
                  name={`items.${at}.reason`}
                  options={optionsOf(refundReasons)}
                  placeholder="Choose a reason"
                />
                <TextAreaField
                  label="What is wrong?"
                  isOptional
                  rows={2}
                  maxLength={1_000}
                  name={`items.${at}.comment`}
                />
              </fieldset>
            ))}
            <p className="note">
              One request an order: please choose everything that you want to send back. What the rest loses
              of its discounts is shown before you confirm.
            </p>
            <Button type="submit" look="secondary">
              Request refund
            </Button>
          </form>
        </details>
      )}
    </>
  )
}
