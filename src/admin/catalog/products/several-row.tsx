import type { ReactNode } from 'react'
import { EntryChoice, EntrySelect } from '#admin/parts/entry-field.tsx'
import { useFormat } from '#admin/parts/format.ts'
import { keysOf } from '#contract/rules/own-value.ts'
import type { VariationGroup } from './change-variations.ts'
import css from './product-screen.module.css'

type Props<Way extends string> = {
  /** `all`, `selected`, or the label of a group. */
  target: string
  total: number
  /** How many are selected, where variations can be. */
  selected?: number
  groups: readonly VariationGroup[]
  onTarget: (target: string) => void
  /** What is changed, before the way. */
  field?: ReactNode
  way: Way
  /** Without a choice when there is one. */
  ways: Readonly<Partial<Record<Way, string>>>
  onWay: (way: Way) => void
  /** The amount and the button. */
  children: ReactNode
}

/** The entries of a change of several variations: which ones, how, and by how much. */
export function SeveralRow<Way extends string>(props: Props<Way>) {
  const { target, total, selected, groups, onTarget, field, way, ways, onWay, children } = props
  const { count } = useFormat()
  return (
    <fieldset className={css.several}>
      <legend className="visually-hidden">Several variations</legend>
      <EntrySelect label="Apply to" value={target} onChange={({ target: { value } }) => onTarget(value)}>
        <option value="all">All {count(total)}</option>
        {selected !== undefined && <option value="selected">Selected: {count(selected)}</option>}
        {groups.map(({ label, positions: { size } }) => (
          <option key={label} value={`option ${label}`}>
            {label}: {count(size)}
          </option>
        ))}
      </EntrySelect>
      {field}
      {keysOf(ways).length > 1 && <EntryChoice label="Change" value={way} options={ways} onChoose={onWay} />}
      {children}
    </fieldset>
  )
}

/** The variations of a group that is the target; undefined for `all` and `selected`. */
export const groupOf = (groups: readonly VariationGroup[], target: string | undefined) =>
  groups.find(({ label }) => `option ${label}` === target)
