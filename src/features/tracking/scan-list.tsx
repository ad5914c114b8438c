import { weekdayTimeText } from '#contract/rules/day-text.ts'
import type { Shipment } from '#contract/shipment.ts'
import css from './scan-list.module.css'

/** The courier's scans of a shipment, newest first, in the shop's time zone. */
export function ScanList({
  scans,
  place,
}: {
  scans: Shipment['scans']
  place: { locale: string; timeZone: string }
}) {
  return (
    <ol className={css.scans}>
      {scans.map(({ at, label, location, remark }) => (
        <li key={`${at} ${label} ${location}`} className={css.scan}>
          <p className={css.label}>
            {label}
            {location && <span className={css.location}>{location}</span>}
          </p>
          {remark && remark !== label && <p className="note">{remark}</p>}
          <time className="note" dateTime={at}>
            {weekdayTimeText(at, place.locale, place.timeZone)}
          </time>
        </li>
      ))}
    </ol>
  )
}
