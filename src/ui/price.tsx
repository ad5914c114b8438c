import { formatMoney, type Money } from '#contract/money.ts'
import { useChannel, useLocale } from './locale.ts'
import css from './price.module.css'

/** An amount formatted in the channel's language. */
export function Amount({ money }: { money: Money }) {
  return formatMoney(money, useLocale())
}

type Props = { price: Money; mrp: Money; discountPercent: number; isFrom?: boolean | undefined }

/** The price and, where it is reduced, the previous price and the saving, also as text for screen readers. */
export function Price({ price, mrp, discountPercent, isFrom }: Props) {
  const isReduced = mrp.amount > price.amount
  const { was_label } = useChannel()
  return (
    <span className={css.price}>
      <span className={isReduced ? `${css.now} ${css.reduced}` : css.now}>
        {isFrom && 'From '}
        {isReduced && <span className="visually-hidden">Now </span>}
        <Amount money={price} />
      </span>
      {isReduced && (
        <>
          <span className={was_label ? css.was : 'visually-hidden'}>{`${was_label ?? ', before'} `}</span>
          <s className={css.was}>
            <Amount money={mrp} />
          </s>
          {discountPercent > 0 && <span className={css.off}>{`${discountPercent}% off`}</span>}
        </>
      )}
    </span>
  )
}
