import css from './chip.module.css'

export type Tone = 'good' | 'open' | 'bad' | 'calm'

/** Where something stands, in words; the colour only helps. */
export function Chip({ tone, children }: { tone: Tone; children: string }) {
  return (
    <span className={css.chip} data-tone={tone}>
      {children}
    </span>
  )
}
