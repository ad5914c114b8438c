import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { cardKey, type HomeCard, reportViews, viewsOf } from '#contract/admin/home-cards.ts'
import { periods } from '#contract/admin/report-names.ts'
import { keysOf } from '#contract/rules/own-value.ts'
import { api, refusal } from '../api.ts'
import { ActionDialog } from '../parts/action-dialog.tsx'
import { EntrySelect, optionsOf } from '../parts/entry-field.tsx'
import { showMessage } from '../parts/messages.tsx'
import { entry, readEntries } from '../parts/read-entries.ts'
import { queryKeys } from '../query-keys.ts'
import { periodOf, type ReportState } from './periods.ts'

/** Adds the report to the home screen of the person, with days that move with the calendar. */
export function PinReport({ state, today }: { state: ReportState; today: string }) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { report, compare, channel } = state
  const views = viewsOf(report)

  async function pin(form: HTMLFormElement) {
    const { period, view } = readEntries(form, {
      period: entry.oneOf(keysOf(periods)),
      view: entry.oneOf(views),
    })
    const { data: layout } = await api.adminHome.layout({})
    const card: HomeCard = {
      card: 'report',
      columns: view === 'chart' ? 2 : 1,
      report,
      period,
      compare,
      view,
      ...(channel && { channel }),
    }
    if (layout.cards.some((one) => cardKey(one) === cardKey(card)))
      throw refusal('This report is on your home screen already, with these days and this view.')
    const { data } = await api.adminHome.saveLayout({
      cards: [...layout.cards, card],
      version: layout.version,
    })
    queries.setQueryData(queryKeys.homeLayout, data)
    showMessage('Pinned to your home screen', 'good', { label: 'Show', run: () => void navigate('/') })
  }

  return (
    <ActionDialog
      label="Pin to Home"
      title="Pin this report to your home screen"
      submit="Pin"
      look="quiet"
      onSubmit={pin}
    >
      <EntrySelect
        label="Period"
        name="period"
        defaultValue={periodOf(state, today) ?? 'month'}
        hint={
          report === 'stock'
            ? 'The stock is always that of now.'
            : 'The days move with the calendar. Comparison and channel are those of the report.'
        }
      >
        {optionsOf(periods)}
      </EntrySelect>
      <EntrySelect label="Show as" name="view">
        {views.map((view) => (
          <option key={view} value={view}>
            {reportViews[view]}
          </option>
        ))}
      </EntrySelect>
    </ActionDialog>
  )
}
