import type { Combination, ProductFull } from '#contract/catalogue.ts'
import { type Choice, type Chosen, changesBy, choicesOf, reasonsOf } from './choose-variation.ts'
import css from './variation-picker.module.css'

type Props = {
  attributes: ProductFull['variations']['attributes']
  combinations: readonly Combination[]
  chosen: Chosen
  hrefOf: (sku: string) => string
  /** `words`: what the choice changes besides itself, if anything. */
  onChoose: (sku: string, words: string) => void
}

/** Options as swatches and buttons; each is a link to its variation (`?sku=`), so it works without scripts too. */
export function VariationPicker({ attributes, combinations, chosen, hrefOf, onChoose }: Props) {
  return attributes.map((attribute) => {
    const { code, label, type } = attribute
    const choices = choicesOf(attribute, combinations, chosen)
    const current = choices.find(({ isChosen }) => isChosen)
    const reasons = reasonsOf(attributes, code, choices, chosen)
    const choose = (sku: string) => {
      const after = combinations.find((one) => one.sku === sku)?.options ?? chosen
      onChoose(sku, changesBy(attributes, code, chosen, after))
    }
    return (
      <div key={code} className={css.attribute}>
        <p className={css.label} id={`attribute-${code}`}>
          {label}: <b>{current?.label}</b>
        </p>
        <ul className={css.options} aria-labelledby={`attribute-${code}`}>
          {choices
            .filter(({ state }) => state !== 'none')
            .map((choice) => (
              <li key={choice.value}>
                <Option choice={choice} isSwatch={type === 'swatch'} hrefOf={hrefOf} onChoose={choose} />
              </li>
            ))}
        </ul>
        {reasons.map((reason) => (
          <p key={reason} className="note">
            {reason}
          </p>
        ))}
      </div>
    )
  })
}

type OptionProps = {
  choice: Choice
  isSwatch: boolean
  hrefOf: (sku: string) => string
  onChoose: (sku: string) => void
}

function Option({ choice, isSwatch, hrefOf, onChoose }: OptionProps) {
  const { label, color, isChosen, sku = '', state } = choice
  const hasColor = isSwatch && color !== null
  return (
    <a
      className={hasColor ? css.swatch : css.button}
      href={hrefOf(sku)}
      data-state={state}
      aria-current={isChosen ? 'true' : undefined}
      title={label}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return
        event.preventDefault()
        if (!isChosen) onChoose(sku)
      }}
    >
      {hasColor && <span className={css.color} style={{ backgroundColor: color }} />}
      <span className={hasColor ? 'visually-hidden' : undefined}>
        {label}
        {state !== 'available' && (
          <span className="visually-hidden">
            {state === 'sold_out' ? ', sold out' : ', not made in this'}
          </span>
        )}
      </span>
    </a>
  )
}
