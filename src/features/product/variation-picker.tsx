import type { ProductFull } from '#contract/catalog.ts'
import { Button } from '#ui/button.tsx'
import { SelectField } from '#ui/field.tsx'
import {
  type Choice,
  type Chosen,
  changesBy,
  choicesOf,
  chooseText,
  reasonsOf,
  type Sold,
  showsSwatches,
} from './choose-variation.ts'
import css from './variation-picker.module.css'

type Props = {
  attributes: ProductFull['variations']['attributes']
  combinations: readonly Sold[]
  chosen: Chosen
  /** Code of the attribute that is not chosen yet. */
  unset: string | undefined
  /** Id of the form that cannot be sent without it. */
  form: string
  hrefOf: (sku: string, code: string) => string
  /** `words`: a message about other options that the choice changes. */
  onChoose: (sku: string, words: string, code: string) => void
}

/** More values than this are a list to choose from: typing finds one, and the buy button stays near. */
const MOST_BUTTONS = 20

/**
 * Options as swatches and buttons; each is a link to its variation (`?sku=`), so it works without JavaScript too. Many swatches scroll,
 * many buttons are a list.
 */
export function VariationPicker({ attributes, combinations, chosen, unset, form, hrefOf, onChoose }: Props) {
  return attributes.map((attribute) => {
    const { code, label } = attribute
    const choices = choicesOf(attribute, combinations, chosen).filter(({ state }) => state !== 'none')
    const isSwatch = showsSwatches(attribute)
    const choose = (sku: string) => {
      const after = combinations.find((one) => one.sku === sku)?.options ?? chosen
      onChoose(sku, changesBy(attributes, code, { ...after, ...chosen }, after), code)
    }
    // Takes the focus when the form is sent without a choice.
    const missing = code === unset ? { 'data-form': form, 'data-missing': chooseText(label) } : undefined
    if (choices.length > MOST_BUTTONS && !isSwatch)
      return (
        <div key={code} className={css.attribute} id={`${form}-${code}`}>
          <OptionList
            {...{ label, choices, missing }}
            action={hrefOf('', code).split('?')[0]}
            asked={unset !== code ? unset : undefined}
            onChoose={choose}
          />
        </div>
      )
    return (
      <div key={code} className={css.attribute} id={`${form}-${code}`}>
        <p className={css.label} id={`${form}-${code}-label`}>
          {code === unset ? (
            <span className={css.ask}>{chooseText(label)}</span>
          ) : (
            <>
              {label}: <b>{choices.find(({ isChosen }) => isChosen)?.label}</b>
            </>
          )}
        </p>
        <ul
          className={css.options}
          style={choices.length > MOST_BUTTONS ? manyStyle : undefined}
          aria-labelledby={`${form}-${code}-label`}
        >
          {choices.map((choice, at) => (
            <li key={choice.value}>
              <Option
                {...{ choice, isSwatch }}
                href={hrefOf(choice.sku ?? '', code)}
                onChoose={choose}
                missing={at === 0 ? missing : undefined}
              />
            </li>
          ))}
        </ul>
        {reasonsOf(attributes, code, choices, chosen).map((reason) => (
          <p key={reason} className="note">
            {reason}
          </p>
        ))}
      </div>
    )
  })
}

/** Here, because few products have so many and the style sheet is part of every first visit. */
const manyStyle = { maxHeight: '13.5rem', padding: 3, overflowY: 'auto' } as const

type Missing = { 'data-form': string; 'data-missing': string } | undefined

type ListProps = {
  label: string
  choices: readonly Choice[]
  /** Code of another attribute that is not chosen yet. */
  asked: string | undefined
  /** The page without a variation. */
  action: string | undefined
  missing: Missing
  onChoose: (sku: string) => void
}

/** Without JavaScript its button leads to the variation. */
function OptionList({ label, choices, asked, action, missing, onChoose }: ListProps) {
  const options = choices.map(({ sku = '', label: its, state }) => ({
    value: sku,
    label: its + stateText[state],
  }))
  return (
    <form className={css.attribute} action={action}>
      <SelectField
        {...missing}
        label={label}
        name="sku"
        options={options}
        {...(missing && { placeholder: missing['data-missing'] })}
        value={missing ? '' : choices.find(({ isChosen }) => isChosen)?.sku}
        onChange={({ target: { value } }) => value && onChoose(value)}
      />
      {asked && <input type="hidden" name="choose" value={asked} />}
      <noscript>
        <Button type="submit" look="secondary">
          Choose
        </Button>
      </noscript>
    </form>
  )
}

const stateText = {
  available: '',
  sold_out: ', sold out',
  other: ', not made in this',
  none: '',
} satisfies Record<Choice['state'], string>

type OptionProps = {
  choice: Choice
  isSwatch: boolean
  href: string
  missing: Missing
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
        {state !== 'available' && <span className="visually-hidden">{stateText[state]}</span>}
      </span>
    </a>
  )
}
