import { ownValue } from '#contract/rules/own-value.ts'
import { Chip } from '#ui/chip.tsx'

const tones: Record<string, 'good' | 'bad' | 'calm'> = {
  delivered: 'good',
  paid: 'good',
  payment_failed: 'bad',
  failed: 'bad',
  booking_booked: 'good',
  booking_failed: 'bad',
  booking_cancelled: 'calm',
  cancelled: 'calm',
  refunded: 'calm',
  partially_refunded: 'calm',
  refund_rejected: 'calm',
  pending_payment: 'calm',
  pending: 'calm',
}

/** The state of an order or payment. Those that wait for staff have the accent colour. */
export const StatusChip = ({ status, label }: { status: string; label?: string }) => (
  <Chip tone={ownValue(tones, status) ?? 'open'}>{label ?? sentence(status)}</Chip>
)

const sentence = (name: string) => name.replaceAll('_', ' ').replace(/^./, (first) => first.toUpperCase())
