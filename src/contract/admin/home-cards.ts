import { z } from 'zod'
import { keysOf } from '../rules/own-value.ts'
import { Text } from '../shapes.ts'
import type { Permission } from './permissions.ts'
import { comparisons, otherReports, periods, reports } from './report-names.ts'

type Definition = {
  label: string
  permission: Permission
  /** How many of the three columns it has in the standard arrangement; null: only by choice. */
  columns: 1 | 2 | 3 | null
}

/** The cards of the home screen beside those of reports, in the standard order. */
export const homeCards = {
  figures: { label: 'Figures', permission: 'home.read', columns: 3 },
  sales: { label: 'Sales of the last 30 days', permission: 'home.read', columns: 2 },
  to_do: { label: 'To do', permission: 'home.read', columns: 1 },
  best_sellers: { label: 'Best sellers, 30 days', permission: 'home.read', columns: 2 },
  low_stock: { label: 'Low stock', permission: 'home.read', columns: 1 },
  missed_searches: { label: 'Searches without results, 30 days', permission: 'catalog.read', columns: 3 },
  latest_orders: { label: 'Latest orders', permission: 'orders.read', columns: null },
} as const satisfies Record<string, Definition>
export type HomeCardName = keyof typeof homeCards

/** How a card shows its report. */
export const reportViews = {
  figure: 'Figure with comparison',
  chart: 'Chart',
  rows: 'First five rows',
} as const
export type ReportView = keyof typeof reportViews

/** The views that a report has: amounts of different currencies have no total and no common scale. */
export function viewsOf(report: keyof typeof reports | keyof typeof otherReports): readonly ReportView[] {
  if (report === 'channel' || report === 'stored_value') return ['rows']
  return report === 'funnel' || report === 'stock' ? ['figure', 'rows'] : keysOf(reportViews)
}

/** Of three columns; a narrow screen has one. */
const columns = z.union([z.literal(1), z.literal(2), z.literal(3)])

const ReportCard = z.object({
  card: z.literal('report'),
  columns,
  report: z.enum([...keysOf(reports), ...keysOf(otherReports)]),
  /** Seen from the day on which it is shown; without a meaning for the stock. */
  period: z.enum(keysOf(periods)),
  compare: z.enum(keysOf(comparisons)),
  /** The code of a channel; without it the default one. */
  channel: Text(32).optional(),
  view: z.enum(keysOf(reportViews)),
})
export type ReportCard = z.infer<typeof ReportCard>

export const HomeCard = z.discriminatedUnion('card', [
  ReportCard,
  z.object({ card: z.enum(keysOf(homeCards)), columns }),
])
export type HomeCard = z.infer<typeof HomeCard>

/** What tells the cards of one screen apart: everything but the width. */
export const cardKey = (card: HomeCard) =>
  card.card === 'report'
    ? [card.report, card.period, card.compare, card.channel ?? '', card.view].join('/')
    : card.card

/** What a card is called where it is shown; cards of one report differ in `reportViews` too. */
export function cardLabel(card: HomeCard): string {
  if (card.card !== 'report') return homeCards[card.card].label
  const { report, period } = card
  if (report === 'stock') return otherReports.stock
  const label =
    report === 'funnel' || report === 'stored_value' ? otherReports[report] : reports[report].label
  return `${label}, ${periods[period].toLowerCase()}`
}

export const permissionOfCard = ({ card }: HomeCard): Permission =>
  card === 'report' ? 'reports.read' : homeCards[card].permission

export const MOST_CARDS = 40

export const HomeCards = z
  .array(HomeCard)
  .max(MOST_CARDS, `At most ${MOST_CARDS} cards`)
  .refine((cards) => new Set(cards.map(cardKey)).size === cards.length, 'Each card can be there once')

/** What staff see who have not arranged their screen. */
export const standardCards: readonly HomeCard[] = keysOf(homeCards).flatMap((card) => {
  const { columns } = homeCards[card]
  return columns === null ? [] : [{ card, columns }]
})
