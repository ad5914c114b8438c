import type { Tone } from '#ui/chip.tsx'
import type { GiftCardState } from './routes.ts'

/** How the back office shows the state of a card. */
export const stateChips: Readonly<Record<GiftCardState, { label: string; tone: Tone }>> = {
  active: { label: 'Active', tone: 'good' },
  used: { label: 'Used up', tone: 'calm' },
  expired: { label: 'Expired', tone: 'calm' },
  blocked: { label: 'Blocked', tone: 'open' },
}
