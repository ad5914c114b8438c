import css from './chip.module.css'

export type Tone = 'good' | 'open' | 'bad' | 'calm'

/** A status as text; the colour is only an addition. */
export function Chip({ tone, children }: { tone: Tone; children: string }) {
  return (
    <span className={css.chip} data-tone={tone}>
      {children}
    </span>
  )
}
