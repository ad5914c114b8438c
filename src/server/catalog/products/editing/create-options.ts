import type { Tx } from '#server/platform/kernel/context.ts'
import { makeCode, makeSlug } from '#server/platform/text/make-slug.ts'
import { createValues } from './create-values.ts'
import { isColorOption } from './option-colors.ts'
import { findValue, type KnownAttribute, type References } from './references.ts'

/** An option by the names of its attribute and its value. */
export type Option = { name: string; value: string }

/** Alternative spellings of one attribute name; whichever the shop has is used. */
const spellings = [['color', 'colour']]

/**
 * Finds the attribute of this name: one that shoppers choose by (`isVariable`), or one that describes
 * products. A name already used by the other kind gets a separate attribute.
 */
export function findAttribute(
  { attributes }: References,
  name: string,
  isVariable: boolean,
): KnownAttribute | undefined {
  const codes = codesOf(name, isVariable)
  const sameKind = attributes.filter(({ is_variable }) => is_variable === isVariable)
  return (
    sameKind.find(({ code }) => codes.includes(code)) ??
    sameKind.find(({ label }) => label.toLowerCase() === name.toLowerCase())
  )
}

function codesOf(name: string, isVariable: boolean) {
  const code = makeCode(name)
  const same = spellings.find((group) => group.includes(code)) ?? [code]
  return [code, ...same, otherKindCode(code, isVariable)]
}

const otherKindCode = (code: string, isVariable: boolean) => `${code}-${isVariable ? 'option' : 'property'}`

/**
 * Creates the missing attributes and values of products. Look them up with `findValue` afterwards.
 *
 * @param products the options of each product, in the order of the file
 */
export async function createAttributes(
  tx: Tx,
  references: References,
  products: readonly (readonly Option[])[],
  { isVariable }: { isVariable: boolean },
) {
  const labels = new Map<KnownAttribute, string[][]>()
  for (const options of products)
    for (const [name, values] of Map.groupBy(options, (option) => option.name)) {
      const attribute =
        findAttribute(references, name, isVariable) ??
        (await createAttribute(tx, references, name, isVariable))
      const ofProducts = labels.get(attribute) ?? []
      ofProducts.push(values.map(({ value }) => value))
      labels.set(attribute, ofProducts)
    }
  // In one order, so that simultaneous imports do not wait for each other's locks.
  for (const [attribute, ofProducts] of [...labels].sort(([a], [b]) => a.id - b.id))
    await createValues(tx, references, attribute, ofProducts)
}

async function createAttribute(tx: Tx, references: References, name: string, isVariable: boolean) {
  const code = makeCode(name)
  const isTaken = references.attributes.some((attribute) => attribute.code === code)
  const position = Math.max(0, ...references.attributes.map((attribute) => attribute.position)) + 1
  // A save beside an import: the second waits for the first, and takes its attribute.
  const attribute = await tx
    .insertInto('attributes')
    .values({
      code: isTaken ? otherKindCode(code, isVariable) : code,
      label: name,
      is_variable: isVariable,
      display: isVariable && isColorOption(name) ? 'swatch' : 'button',
      position,
    })
    .onConflict((conflict) =>
      conflict.column('code').doUpdateSet(({ ref }) => ({ code: ref('excluded.code') })),
    )
    .returning(['id', 'code', 'label', 'is_variable', 'position'])
    .executeTakeFirstOrThrow()
  references.attributes.push(attribute)
  return attribute
}

/** The ids of options, in the shop's attribute order. @throws Error when one was not created. */
export function optionIds(references: References, options: readonly Option[], isVariable = true) {
  const found = options.map(({ name, value }) => {
    const attribute = findAttribute(references, name, isVariable)
    const known = attribute && findValue(references, attribute.id, value)
    if (!known) throw new Error(`The option ${name} = ${value} is unknown`)
    return { attribute, attribute_id: attribute.id, value_id: known.id, label: known.label }
  })
  return found.sort((a, b) => a.attribute.position - b.attribute.position || a.attribute_id - b.attribute_id)
}

/** A key that is equal for equal combinations, whether or not the shop has the values yet. */
export function combinationKey(references: References, options: readonly Option[]): string {
  const marks = options.map(({ name, value }) => {
    const attribute = findAttribute(references, name, true)
    const known = attribute && findValue(references, attribute.id, value)
    return `${attribute?.id ?? `new ${makeCode(name)}`}=${known?.id ?? `new ${makeSlug(value, 80)}`}`
  })
  return marks.sort().join(' ')
}

export const existingCombinationKey = (
  options: readonly { attribute_id: number; value_id: number }[],
): string =>
  options
    .map(({ attribute_id, value_id }) => `${attribute_id}=${value_id}`)
    .sort()
    .join(' ')
