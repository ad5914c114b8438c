import css from './arrival-day.module.css'

/** When it comes or came: what everybody looks for first. */
export function ArrivalDay({ label, day }: { label: string; day?: string }) {
  return (
    <p className={css.arrival}>
      <span className="note">{label}</span>
      {day && <strong>{day}</strong>}
    </p>
  )
}
