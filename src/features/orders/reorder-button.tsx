import { useState } from 'react'
import type { Order } from '#contract/checkout.ts'
import { Button } from '#ui/button.tsx'
import { Callout } from '#ui/callout.tsx'
import { keptItems } from './kept-items.ts'
import { type Missing, reorder } from './reorder.ts'
import css from './reorder-button.module.css'

/** Buys the same again; what is not to be had any more is told where it was asked for. */
export function ReorderButton({ order }: { order: Pick<Order, 'order_no' | 'status' | 'productchannel'> }) {
  const [isBusy, setIsBusy] = useState(false)
  const [missing, setMissing] = useState<Missing[]>([])

  async function buy() {
    setIsBusy(true)
    setMissing(await reorder(keptItems(order)))
    setIsBusy(false)
  }

  return (
    <>
      <Button
        look="secondary"
        isBusy={isBusy}
        aria-label={isBusy ? undefined : `Buy again: order ${order.order_no}`}
        onClick={() => void buy()}
      >
        Buy again
      </Button>
      {missing.length > 0 && (
        <div className={css.missing}>
          <Callout tone="warning" title="Not everything is to be had any more" isAlert>
            <ul>
              {missing.map(({ name, why }) => (
                <li key={name}>
                  {name}: {why}
                </li>
              ))}
            </ul>
          </Callout>
        </div>
      )}
    </>
  )
}
