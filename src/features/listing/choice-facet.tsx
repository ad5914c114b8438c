import { useState } from 'react'
import type { Filters } from '#contract/catalog.ts'
import { Icon } from '#ui/icon.tsx'
import css from './choice-facet.module.css'
import facetCss from './facet.module.css'
import { type FacetShown, type OptionShown, optionsOf } from './facet-shown.ts'
import { isChosen } from './listing-url.ts'

/** Values shown initially; the rest is behind a button. */
const SHOWN = 6
const WORTH_HIDING = 3
/** Longer lists have a search field. */
const SEARCHED = 20

type Props = {
  facet: FacetShown
  filters: Filters
  /** Whether its values show at first although none is chosen; those of an empty facet do not. */
  isOpen: boolean
  onToggle: (facet: FacetShown, value: string) => void
}

/** The values of a facet with counts, multiple choice. A value without results is disabled. */
export function ChoiceFacet({ facet, filters, isOpen, onToggle }: Props) {
  const [showsAll, setShowsAll] = useState(false)
  const [words, setWords] = useState('')
  const options = optionsOf(facet)
  const isOn = ({ value }: OptionShown) => isChosen(filters, facet, value)
  // Set once: removing the last choice must not close the facet around the focus.
  const [startsOpen] = useState(options.some((option) => (isOpen && option.count > 0) || isOn(option)))
  if (options.length === 0) return null
  const found = matching(options, words)
  const isLong = options.length >= SHOWN + WORTH_HIDING
  const isWhole = showsAll || !isLong
  const open = new Set(foremost(options))
  const shown = isWhole ? found : options.filter((option) => open.has(option) || isOn(option))
  return (
    <details className={facetCss.facet} open={startsOpen} aria-label={facet.label}>
      <summary className={facetCss.title}>
        {facet.label}
        <Icon name="chevron-down" size={16} />
      </summary>
      {showsAll && options.length > SEARCHED && (
        <input
          className={css.search}
          type="search"
          aria-label={`Search in ${facet.label}`}
          placeholder={`Search in ${facet.label}`}
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
          {words && shown.length === 0 && `Nothing in ${facet.label} is called “${words}”`}
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
        <span className={css.label} dir="auto">
          {label}
        </span>
        <span className={css.count}>{count}</span>
      </label>
    </li>
  )
}

/** The values shown initially: those with results first; others only while there is room. */
const foremost = (options: readonly OptionShown[]) =>
  options.toSorted((a, b) => Number(a.count === 0) - Number(b.count === 0)).slice(0, SHOWN)

/** Values with a word that begins with the text, or that contain it. */
function matching(options: readonly OptionShown[], words: string) {
  const wanted = words.trim().toLowerCase()
  return options.filter(({ label }) => label.toLowerCase().includes(wanted))
}
