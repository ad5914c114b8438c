import { useState } from 'react'
import type { Order } from '#contract/checkout.ts'
import { Button } from '#ui/button.tsx'
import { Callout } from '#ui/callout.tsx'
import { activeItems } from './active-items.ts'
import { type Missing, reorder } from './reorder.ts'
import css from './reorder-button.module.css'

/** Orders the same items again; unavailable items are reported beside the button. */
export function ReorderButton({ order }: { order: Pick<Order, 'order_no' | 'status' | 'productchannel'> }) {
  const [isBusy, setIsBusy] = useState(false)
  const [missing, setMissing] = useState<Missing[]>([])

  async function buy() {
    setIsBusy(true)
    setMissing(await reorder(activeItems(order)))
    setIsBusy(false)
  }

  return (
    <>
      <Button
        look="secondary"
        data-scripts-only=""
        isBusy={isBusy}
        aria-label={isBusy ? undefined : `Buy again: order ${order.order_no}`}
        onClick={() => void buy()}
      >
        Buy again
      </Button>
      {missing.length > 0 && (
        <div className={css.missing}>
          <Callout tone="warning" title="Some items are no longer available" isAlert>
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
