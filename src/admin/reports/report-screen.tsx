import { lazy, Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { comparisons, otherReports, periods, reports } from '#contract/admin/report-names.ts'
import { keyOf, ownValue } from '#contract/rules/own-value.ts'
import { dayIn } from '#contract/rules/time-zone.ts'
import { Button } from '#ui/button.tsx'
import { DownloadLink } from '../parts/download-link.tsx'
import { EntryChoice, EntryField } from '../parts/entry-field.tsx'
import { useTitle } from '../parts/screen-frame.tsx'
import { screenStyles as screen } from '../parts/styles.ts'
import { useSession } from '../session-context.ts'
import { periodOf, type ReportState, rangeOf, readReportName, readReportState } from './periods.ts'
import { PinReport } from './pin-report.tsx'
import css from './reports.module.css'

const KeyedReport = lazy(() => import('./keyed-report.tsx'))
const StockReport = lazy(() => import('./stock-report.tsx'))
const StoredValueReport = lazy(() => import('./stored-value-report.tsx'))
const FunnelReport = lazy(() => import('./funnel-report.tsx'))

const names: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(reports).map(([name, { label }]) => [name, label])),
  ...otherReports,
}

/** A report over a range of days. Report, days, comparison and channel are in the address, so that it can be sent to a colleague. */
export default function ReportScreen() {
  const { session, may, setQuery } = useSession()
  const { channels, time_zone } = session.shop
  const today = dayIn(new Date(), time_zone)
  const [query] = useSearchParams()
  const state = readReportState(query, today)
  useTitle(`Reports: ${ownValue(names, state.report)}`)
  const set = (change: Partial<ReportState>) =>
    setQuery(`?${new URLSearchParams({ ...state, ...change })}`, true)
  const { report, channel } = state
  const hasChannel = channels.length > 1 && report !== 'channel' && report !== 'stored_value'
  return (
    <>
      <div className={screen.header}>
        <h1>Reports</h1>
        <span className={`${screen.links} ${css.actions}`}>
          <DownloadLink href={`/api/admin/reports/export?${new URLSearchParams({ ...state })}`}>
            Export as CSV
          </DownloadLink>
          {may('home.read') && <PinReport state={state} today={today} />}
          <Button look="quiet" onClick={() => print()}>
            Print
          </Button>
        </span>
      </div>
      <search className={css.choices} aria-label="Report">
        <EntryChoice
          label="Report"
          options={names}
          value={report}
          onChoose={(chosen) => {
            const name = readReportName(chosen)
            if (name) set({ report: name })
          }}
        />
        {report !== 'stock' && <DayChoices state={state} today={today} onChange={set} />}
        {hasChannel && (
          <EntryChoice
            label="Channel"
            options={Object.fromEntries(
              channels.map(({ code, name, currency }) => [code, `${name}, ${currency}`]),
            )}
            value={channel ?? channels[0]?.code ?? ''}
            onChoose={(chosen) => set({ channel: chosen })}
          />
        )}
      </search>
      <Suspense fallback={<p role="status">Loading the report …</p>}>
        {report === 'stock' ? (
          <StockReport channel={channel} />
        ) : report === 'stored_value' ? (
          <StoredValueReport state={state} />
        ) : report === 'funnel' ? (
          <FunnelReport state={state} />
        ) : (
          <KeyedReport state={{ ...state, report }} />
        )}
      </Suspense>
    </>
  )
}

type DayProps = { state: ReportState; today: string; onChange: (change: Partial<ReportState>) => void }

function DayChoices({ state, today, onChange }: DayProps) {
  const { from, to, compare } = state
  return (
    <>
      <EntryChoice
        label="Period"
        options={{ ...periods, own: 'From … until …' }}
        value={periodOf(state, today) ?? 'own'}
        onChoose={(chosen) => {
          const period = keyOf(periods, chosen)
          if (period) onChange(rangeOf(period, today))
        }}
      />
      <EntryField
        label="From"
        type="date"
        value={from}
        max={to}
        onChange={({ target }) => target.value && onChange({ from: target.value })}
      />
      <EntryField
        label="Until"
        type="date"
        value={to}
        min={from}
        onChange={({ target }) => target.value && onChange({ to: target.value })}
      />
      {state.report !== 'stored_value' && (
        <EntryChoice
          label="Compare with"
          options={comparisons}
          value={compare}
          onChoose={(chosen) => onChange({ compare: chosen })}
        />
      )}
    </>
  )
}
