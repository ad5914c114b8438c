import type { Combination, ProductFull } from '#contract/catalog.ts'

type Attributes = ProductFull['variations']['attributes']
export type Chosen = Record<string, string>

/** As much of a combination as a choice needs. */
export type Sold = Pick<Combination, 'sku' | 'options' | 'availability'>

/** Whether an attribute's options are shown as discs: never beside options that have only a text. */
export const showsSwatches = ({ type, options }: Attributes[number]) =>
  type === 'swatch' && options.every(({ color }) => color !== null)

/** The target of choosing an option, and whether it is available with the other chosen options. */
export type Choice = {
  value: string
  label: string
  color: string | null
  image: string | null
  isChosen: boolean
  /** The target variation; undefined when no combination has this option. */
  sku: string | undefined
  /**
   * `sold_out`: exists and is out of stock. `other`: not in this combination; choosing it changes the other
   * options too.
   */
  state: 'available' | 'sold_out' | 'other' | 'none'
}

/**
 * All options of an attribute with their targets. A missing combination is never chosen silently: the option
 * is marked and leads to the nearest existing one, in stock if possible.
 */
export function choicesOf(
  { code, options: values }: Attributes[number],
  combinations: readonly Sold[],
  chosen: Chosen,
): Choice[] {
  const others = Object.entries(chosen).filter(([own]) => own !== code)
  // One pass: 100 values of 2,000 combinations are chosen from without a delay.
  const exacts = new Map<string | undefined, Sold>()
  const nearests = new Map<string | undefined, Sold>()
  for (const one of combinations) {
    const value = one.options[code]
    prefer(nearests, value, one)
    if (others.every(([other, its]) => one.options[other] === its)) prefer(exacts, value, one)
  }
  return values.map(({ value, label, color, image }) => {
    const exact = exacts.get(value)
    const nearest = nearests.get(value)
    const state = exact ? (isInStock(exact) ? 'available' : 'sold_out') : nearest ? 'other' : 'none'
    return {
      ...{ value, label, color, image, state },
      isChosen: chosen[code] === value,
      sku: (exact ?? nearest)?.sku,
    }
  })
}

/** The first one in stock, otherwise the first. */
function prefer(found: Map<string | undefined, Sold>, value: string | undefined, one: Sold) {
  const known = found.get(value)
  if (!known || (!isInStock(known) && isInStock(one))) found.set(value, one)
}

const isInStock = ({ availability }: Pick<Sold, 'availability'>) => availability !== 'out_of_stock'

const labelOf = ({ options }: Attributes[number], value: string | undefined) => {
  const option = options.find((one) => one.value === value)
  return option && isolate(option.label)
}

/** A label that is read from right to left, isolated from the message around it, so that the words stay in their order. */
const isolate = (label: string) => (/[\u0590-\u08ff]/.test(label) ? `\u2068${label}\u2069` : label)

/** The chosen labels of the other attributes: `Blue, Linen`. */
const othersOf = (attributes: Attributes, code: string, chosen: Chosen) =>
  attributes
    .filter((attribute) => attribute.code !== code)
    .flatMap((attribute) => labelOf(attribute, chosen[attribute.code]) ?? [])
    .join(', ')

/** The reason why further options of an attribute are unavailable: `Sold out in Blue: L, XL`. The status says it of the chosen one. */
export function reasonsOf(
  attributes: Attributes,
  code: string,
  choices: readonly Choice[],
  chosen: Chosen,
): string[] {
  const others = othersOf(attributes, code, chosen)
  const of = (state: Choice['state']) =>
    choices.filter((choice) => choice.state === state && !choice.isChosen).map(({ label }) => isolate(label))
  const say = (words: string, labels: string[]) =>
    labels.length === 0 ? [] : [`${words}${others && ` in ${others}`}: ${firstOf(labels)}`]
  return [...say('Sold out', of('sold_out')), ...say('Not made', of('other'))]
}

const MOST_NAMED = 8

const firstOf = (labels: readonly string[]) =>
  labels.length > MOST_NAMED
    ? `${labels.slice(0, MOST_NAMED).join(', ')} and ${labels.length - MOST_NAMED} more`
    : labels.join(', ')

/** The other options that a choice changes, as a message: `L does not come in Red: Colour is Blue now.` Else empty. */
export function changesBy(attributes: Attributes, code: string, before: Chosen, after: Chosen): string {
  const changed = attributes.filter((one) => one.code !== code && before[one.code] !== after[one.code])
  if (changed.length === 0) return ''
  const own = attributes.find((one) => one.code === code)
  const was = changed.flatMap((one) => labelOf(one, before[one.code]) ?? []).join(', ')
  const is = changed.map((one) => `${one.label} is ${labelOf(one, after[one.code])} now`).join(', ')
  return `${own && labelOf(own, after[code])} does not come in ${was}: ${is}.`
}

/** Attributes whose names are written in lower case within a sentence. The names of others may be of any language. */
const COMMON =
  /^(size|colou?r|material|finish|style|length|width|height|capacity|scent|pattern|pack|format)$/i

/** Asks for an option: `Choose a size`; `Choose: Größe`. */
export const chooseText = (label: string) =>
  COMMON.test(label) ? `Choose a ${label.toLowerCase()}` : `Choose: ${label}`
