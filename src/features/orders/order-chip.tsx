import css from './order-chip.module.css'

type Tone = 'good' | 'open' | 'bad' | 'calm'

const tones: Record<string, Tone> = {
  pending_payment: 'open',
  payment_failed: 'bad',
  delivered: 'good',
  refunded: 'good',
  cancelled: 'calm',
  refund_rejected: 'calm',
}

/** Where an order stands, in words; the colour only helps. */
export function OrderChip({ status, label }: { status: string; label: string }) {
  return (
    <span className={css.chip} data-tone={tones[status] ?? 'open'}>
      {label}
    </span>
  )
}
