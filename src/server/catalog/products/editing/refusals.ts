import type { CategoryTree } from '#contract/admin/catalog/categories.ts'
import { invalid, notFound, rejected } from '#server/platform/kernel/errors.ts'

/** With who uses it: how many, and the first ones. */
export const inUse = (label: string, users: { count: number; names: readonly string[] }) => {
  const others = users.count - users.names.length
  const list = users.names.join(', ') + (others > 0 ? ` and ${others} more` : '')
  return rejected('IN_USE', `${label} is used by ${list}`, { data: users })
}

export const unpublishTooEarly = (limit: string) =>
  invalid({ 'values.unpublish_at': [`Must be later than ${limit}`] })

const FREE = 'A price of 0 gives it away. Enter a price, or tick “Sold free of charge”.'

export const freeVariations = (places: readonly number[]) =>
  invalid(Object.fromEntries(places.map((at) => [`values.variations.${at}.selling_price`, [FREE]])))

export const freeOfCharge = () => rejected('FREE_OF_CHARGE', FREE)

type Undeclared = { channel: string; country: string }

/** Why a channel sells a product not: what its country wants declared. */
export const undeclaredText = ({ channel, country }: Undeclared) =>
  `The channel “${channel}” sells no products without declarations: ${
    country === 'IN'
      ? 'enter the country of origin, and the manufacturer or packer, or the importer of what is made elsewhere'
      : 'enter the manufacturer with its electronic address and, where it is outside the European Union, an importer or responsible person there'
  }.`

export const undeclaredValues = (missing: Undeclared) =>
  invalid({
    [`values.declarations.${missing.country === 'IN' ? 'country_of_origin' : 'manufacturer_id'}`]: [
      undeclaredText(missing),
    ],
  })

export const undeclared = (missing: Undeclared) => rejected('DECLARATIONS_MISSING', undeclaredText(missing))

export const unknownTaxClass = (tax_class: string, known: readonly string[], field = 'values.tax_class') =>
  invalid({
    [field]: [`There is no tax rate of the class “${tax_class}”. Known are: ${known.join(', ')}`],
  })

export const archivedText = 'It is archived: restore it first'
export const productArchived = () => rejected('PRODUCT_ARCHIVED', archivedText)

export const productNotFound = () => notFound('Product not found')

export const stockTooLow = (sku: string, stock: number) =>
  rejected('STOCK_TOO_LOW', `${sku} has a stock of ${stock}: it cannot be reduced by more`)

export const batchNotFound = () => notFound('This change could not be found')

export const nothingToUndo = (reason: string) => rejected('NOTHING_TO_UNDO', reason)

export const importNotFound = () => notFound('This import could not be found')

export const importState = () => rejected('IMPORT_STATE', 'This file is not checked, or was imported already')

export const missingRuleRecords = (at: number, missing: number) =>
  invalid({
    [`values.rules.conditions.${at}.values`]: [
      `${missing === 1 ? 'One of these no longer exists' : `${missing} of these no longer exist`}. Remove it from the rule.`,
    ],
  })

export const unknownPicture = (field: string) =>
  invalid({ [`${field}.path`]: ['The media library has no picture with this path'] })

export const lowContrast = (ratio: number) =>
  invalid({
    'values.text_color': [
      `The text has a contrast of ${ratio.toFixed(1)} on this background and needs 4.5 to be readable`,
    ],
  })

export const unknownParent = () => invalid({ 'values.parent_id': ['There is no such category'] })

export const parentBelow = (name: string) =>
  invalid({ 'values.parent_id': [`"${name}" is below this category. Choose another one.`] })

export const categoryNotFound = () => notFound('Category not found')

export const categoryCycle = (name: string, parent: string) =>
  rejected(
    'CATEGORY_CYCLE',
    `"${name}" cannot be moved below "${parent}", which is the same category or below it`,
  )

/** With the tree as it is now. */
export const staleTree = (present: CategoryTree) =>
  rejected(
    'STALE_RECORD',
    'Another editor changed the order of the categories. This is the present order: please move it again.',
    { data: present },
  )

export const unknownTarget = (field: 'parent_id' | 'before_id') =>
  invalid({ [field]: ['There is no such category here'] })
