import { useState } from 'react'
import { amountToAccept } from '#contract/rules/promotions/named-discounts.ts'
import type { ApiError } from '../api.ts'

/**
 * The amount that a refusal has shown, because the customer loses a part of a promotion: the next press sends and accepts it. Forgotten
 * when the dialog closes.
 */
export function useAcceptedAmount(onRefused: (error: ApiError) => void) {
  const [accepted, setAccepted] = useState<number>()
  return {
    accepted,
    forget: () => setAccepted(undefined),
    onRefused(error: ApiError) {
      setAccepted(amountToAccept(error))
      onRefused(error)
    },
  }
}
