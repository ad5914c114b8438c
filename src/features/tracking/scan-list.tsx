import type { Shipment } from '#contract/shipment.ts'
import { momentText, type TimePlace } from './moment-text.ts'
import css from './scan-list.module.css'

/** The courier's scans of a shipment, newest first, in the shop's time zone. */
export function ScanList({ scans, place }: { scans: Shipment['scans']; place: TimePlace }) {
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
            {momentText(at, place)}
          </time>
        </li>
      ))}
    </ol>
  )
}
