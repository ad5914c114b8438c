import type { CartAdjustments } from '#contract/cart.ts'
import type { Money } from '#contract/money.ts'
import { discountLabel } from '#contract/rules/promotions/named-discounts.ts'
import { Amount } from '#ui/price.tsx'
import css from './totals-list.module.css'

export type TotalsShown = {
  subtotal: Money
  discount: Money
  /** Undefined: not known yet. */
  delivery: Money | undefined
  /** From the shopper's postcode alone. */
  isDeliveryEstimated?: boolean
  paymentFee: Money
  tax: Money
  isTaxIncluded: boolean
  total: Money
  /** What gift cards and store credit pay of it, and what is left to pay where that is still open. */
  stored?: { parts: readonly { label: string; amount: Money }[]; due: Money | null } | undefined
}

type Props = {
  totals: TotalsShown
  couponCode?: string | null
  /** Promotions and the coupon by name. */
  adjustments?: CartAdjustments | undefined
  isUpdating?: boolean
}

/** The composition of a total, for the cart, the checkout and the finished order. */
export function TotalsList({ totals, couponCode, adjustments = [], isUpdating }: Props) {
  const { subtotal, discount, delivery, isDeliveryEstimated, paymentFee, tax, isTaxIncluded, total, stored } =
    totals
  const ofGoods = adjustments.filter(({ is_of_delivery }) => !is_of_delivery)
  const ofDelivery = adjustments.filter(({ is_of_delivery }) => is_of_delivery)
  // What staff took off has no name, nor has the coupon of an earlier order.
  const unnamed = ofGoods.reduce((rest, { amount }) => rest - amount.amount, discount.amount)
  // The coupon is shown at the amount that it reduced: the goods, else the delivery.
  const withCode = (label: string) => (couponCode ? `${label} (${couponCode})` : label)
  const reasons = ofDelivery.map(({ name, code }) => code ?? name).join(', ')
  const deliveryLabel = isDeliveryEstimated ? 'Estimated delivery' : 'Delivery'
  return (
    <dl className={css.totals} aria-busy={isUpdating || undefined}>
      <Row label="Subtotal">
        <Amount money={subtotal} />
      </Row>
      {ofGoods.map(({ name, code, amount }) => (
        <Row key={code ?? name} label={discountLabel({ name, code })} look="saved">
          −<Amount money={amount} />
        </Row>
      ))}
      {unnamed > 0 && (
        <Row label={adjustments.length > 0 ? 'Discount' : withCode('Discount')} look="saved">
          −<Amount money={{ ...discount, amount: unnamed }} />
        </Row>
      )}
      <Row
        label={
          reasons
            ? `${deliveryLabel} (${reasons})`
            : discount.amount > 0
              ? deliveryLabel
              : withCode(deliveryLabel)
        }
      >
        {delivery === undefined && <span className={css.later}>Calculated at checkout</span>}
        {delivery?.amount === 0 && 'Free'}
        {delivery && delivery.amount > 0 && <Amount money={delivery} />}
      </Row>
      {paymentFee.amount > 0 && (
        <Row label="Payment fee">
          <Amount money={paymentFee} />
        </Row>
      )}
      {!isTaxIncluded && (
        <Row label="Taxes">
          <Amount money={tax} />
        </Row>
      )}
      <Row label={isDeliveryEstimated ? 'Estimated total' : 'Total'} look="total">
        <Amount money={total} />
      </Row>
      {/* An export has no tax that the prices could include. */}
      {isTaxIncluded && tax.amount > 0 && (
        <div className={css.note}>
          <dt className="visually-hidden">Taxes</dt>
          <dd>
            Including taxes of <Amount money={tax} />
          </dd>
        </div>
      )}
      {stored?.parts
        .filter(({ amount }) => amount.amount > 0)
        .map(({ label, amount }) => (
          <Row key={label} label={label}>
            −<Amount money={amount} />
          </Row>
        ))}
      {stored?.due && (
        <Row label="To pay" look="total">
          <Amount money={stored.due} />
        </Row>
      )}
    </dl>
  )
}

type RowProps = { label: string; look?: 'total' | 'saved'; children: React.ReactNode }

function Row({ label, look, children }: RowProps) {
  return (
    <div className={css.row} data-look={look}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
