import css from './arrival-day.module.css'

/** The expected or actual delivery date. */
export function ArrivalDay({ label, day }: { label: string; day?: string }) {
  return (
    <p className={css.arrival}>
      <span className="note">{label}</span>
      {day && <strong>{day}</strong>}
    </p>
  )
}
