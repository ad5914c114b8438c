import type { Combination, ProductFull } from '#contract/catalog.ts'
import {
  type Choice,
  type Chosen,
  changesBy,
  choicesOf,
  chooseText,
  reasonsOf,
  showsSwatches,
} from './choose-variation.ts'
import css from './variation-picker.module.css'

type Props = {
  attributes: ProductFull['variations']['attributes']
  combinations: readonly Combination[]
  chosen: Chosen
  /** Code of the attribute that is not chosen yet. */
  unset: string | undefined
  /** Id of the form that cannot be sent without it. */
  form: string
  hrefOf: (sku: string, code: string) => string
  /** `words`: a message about other options that the choice changes. */
  onChoose: (sku: string, words: string, code: string) => void
}

/** Options as swatches and buttons; each is a link to its variation (`?sku=`), so it works without JavaScript too. */
export function VariationPicker({ attributes, combinations, chosen, unset, form, hrefOf, onChoose }: Props) {
  return attributes.map((attribute) => {
    const { code, label } = attribute
    const choices = choicesOf(attribute, combinations, chosen)
    const current = choices.find(({ isChosen }) => isChosen)
    const reasons = reasonsOf(attributes, code, choices, chosen)
    const choose = (sku: string) => {
      const after = combinations.find((one) => one.sku === sku)?.options ?? chosen
      onChoose(sku, changesBy(attributes, code, { ...after, ...chosen }, after), code)
    }
    return (
      <div key={code} className={css.attribute} id={`${form}-${code}`}>
        <p className={css.label} id={`${form}-${code}-label`}>
          {code === unset ? (
            <span className={css.ask}>{chooseText(label)}</span>
          ) : (
            <>
              {label}: <b>{current?.label}</b>
            </>
          )}
        </p>
        <ul className={css.options} aria-labelledby={`${form}-${code}-label`}>
          {choices
            .filter(({ state }) => state !== 'none')
            .map((choice, at) => (
              <li key={choice.value}>
                <Option
                  choice={choice}
                  isSwatch={showsSwatches(attribute)}
                  href={hrefOf(choice.sku ?? '', code)}
                  onChoose={choose}
                  // Takes the focus when the form is sent without a choice.
                  missing={
                    code === unset && at === 0
                      ? { 'data-form': form, 'data-missing': chooseText(label) }
                      : undefined
                  }
                />
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
  href: string
  missing: { 'data-form': string; 'data-missing': string } | undefined
  onChoose: (sku: string) => void
}

function Option({ choice, isSwatch, href, missing, onChoose }: OptionProps) {
  const { label, color, isChosen, sku = '', state } = choice
  const hasColor = isSwatch && color !== null
  return (
    <a
      className={hasColor ? css.swatch : css.button}
      href={href}
      {...missing}
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
