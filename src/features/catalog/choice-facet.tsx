import { useState } from 'react'
import type { Filters } from '#contract/catalogue.ts'
import { Icon } from '#ui/icon.tsx'
import css from './choice-facet.module.css'
import { type FacetShown, type OptionShown, optionsOf } from './facet-shown.ts'
import { isChosen } from './listing-url.ts'

/** As many values stand open; the rest is one click away, where it is worth a click. */
const SHOWN = 6
const WORTH_HIDING = 3
/** Longer lists have a search of their own. */
const SEARCHED = 20

type Props = {
  facet: FacetShown
  filters: Filters
  onToggle: (facet: FacetShown, value: string) => void
}

/** The values of one facet with counts, several to be chosen. A value that would leave nothing cannot be. */
export function ChoiceFacet({ facet, filters, onToggle }: Props) {
  const [showsAll, setShowsAll] = useState(false)
  const [words, setWords] = useState('')
  const options = optionsOf(facet)
  if (options.length === 0) return null
  const isOn = ({ value }: OptionShown) => isChosen(filters, facet, value)
  const found = matching(options, words)
  const isLong = options.length >= SHOWN + WORTH_HIDING
  const isWhole = showsAll || !isLong
  const open = new Set(foremost(options))
  const shown = isWhole ? found : options.filter((option) => open.has(option) || isOn(option))
  return (
    // With nothing to choose it keeps its place, and no more.
    <details className={css.facet} open={options.some((option) => option.count > 0 || isOn(option))}>
      <summary className={css.title}>
        {facet.label}
        <Icon name="chevron-down" size={16} />
      </summary>
      {showsAll && options.length > SEARCHED && (
        <input
          className={css.search}
          type="search"
          aria-label={`Search in ${facet.label}`}
          placeholder={`Search in ${facet.label.toLowerCase()}`}
          autoComplete="off"
          value={words}
          onChange={(event) => setWords(event.target.value)}
        />
      )}
      <ul className={showsAll ? css.many : css.options}>
        {shown.map((option) => (
          <Choice
            key={option.value}
            name={facet.key}
            option={option}
            isOn={isOn(option)}
            onToggle={() => onToggle(facet, option.value)}
          />
        ))}
      </ul>
      {showsAll && (
        <p className="note" role="status">
          {words && shown.length === 0 && `Nothing in ${facet.label.toLowerCase()} is called “${words}”`}
        </p>
      )}
      {isLong && (
        <button
          type="button"
          className={css.more}
          aria-expanded={showsAll}
          onClick={() => {
            setShowsAll(!showsAll)
            setWords('')
          }}
        >
          {showsAll ? 'Show fewer' : `Show all ${options.length}`}
          <span className="visually-hidden">{` in ${facet.label}`}</span>
        </button>
      )}
    </details>
  )
}

type ChoiceProps = { name: string; option: OptionShown; isOn: boolean; onToggle: () => void }

function Choice({ name, option: { value, label, count, color }, isOn, onToggle }: ChoiceProps) {
  const isEmpty = count === 0 && !isOn
  return (
    <li>
      <label className={css.option} data-empty={isEmpty || undefined}>
        <input
          type="checkbox"
          name={name}
          value={value}
          checked={isOn}
          disabled={isEmpty}
          onChange={onToggle}
        />
        {color && <span className={css.swatch} style={{ backgroundColor: color }} />}
        <span className={css.label}>{label}</span>
        <span className={css.count}>{count}</span>
      </label>
    </li>
  )
}

/** What stands open: the first that find something; those that do not, only where there is room. */
const foremost = (options: readonly OptionShown[]) =>
  options.toSorted((a, b) => Number(a.count === 0) - Number(b.count === 0)).slice(0, SHOWN)

/** Values whose words begin with what is typed, or hold it. */
function matching(options: readonly OptionShown[], words: string) {
  const wanted = words.trim().toLowerCase()
  return options.filter(({ label }) => label.toLowerCase().includes(wanted))
}
