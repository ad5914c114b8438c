import { ownValue } from '#contract/rules/own-value.ts'
import { Chip, type Tone } from '#ui/chip.tsx'

const tones: Record<string, Tone> = {
  pending_payment: 'open',
  payment_failed: 'bad',
  delivered: 'good',
  refunded: 'good',
  cancelled: 'calm',
  refund_rejected: 'calm',
}

/** The status of an order. */
export function OrderChip({ status, label }: { status: string; label: string }) {
  return <Chip tone={ownValue(tones, status) ?? 'open'}>{label}</Chip>
}
