import type { Tone } from '#ui/chip.tsx'
import type { ReviewRow } from './admin-contract.ts'

export const reviewStates: Readonly<Record<ReviewRow['status'], { label: string; tone: Tone }>> = {
  pending: { label: 'Waiting', tone: 'open' },
  published: { label: 'Published', tone: 'good' },
  rejected: { label: 'Rejected', tone: 'calm' },
}
