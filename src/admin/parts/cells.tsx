import type { Money } from '#contract/money.ts'
import { useFormat } from './format.ts'
import css from './parts.module.css'

/** Contents of list columns, in the shop's locale. */
export const MomentCell = ({ at }: { at: string | null }) => {
  const { moment } = useFormat()
  return at === null ? '–' : moment(at)
}

export const TimeCell = ({ at }: { at: string | null }) => {
  const { time } = useFormat()
  return at === null ? '–' : time(at)
}

export const DayCell = ({ day }: { day: string }) => useFormat().day(day)

export const MoneyCell = ({ amount }: { amount: Money }) => useFormat().money(amount)

export const FileSizeCell = ({ bytes }: { bytes: number }) => useFormat().fileSize(bytes)

/** A name in a tree. */
export const IndentedCell = ({ depth, children }: { depth: number; children: string }) => (
  <span style={{ paddingInlineStart: `${depth * 1.25}rem` }}>{children}</span>
)

/** Colors as they look, with their text. */
export const SwatchCell = ({
  background,
  color,
  children,
}: {
  background: string
  color: string
  children: string
}) => (
  <span className={css.swatch} style={{ background, color }}>
    {children}
  </span>
)
