import { useEffect } from 'react'
import { navigate } from '#pages/navigate.ts'
import { recoverOrder } from './place-order.ts'

/** Redirects to the order if the page was left while it was being placed. `openCartId`: the cart that is open now. */
export function useRecoveredOrder(openCartId: number | null) {
  useEffect(() => {
    void recoverOrder(openCartId).then((outcome) => {
      if (outcome && 'go' in outcome) navigate(outcome.go, { replace: true })
    })
  }, [openCartId])
}
