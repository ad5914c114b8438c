import type { CollectionCondition, CollectionRules } from '#contract/admin/catalog/collection-rules.ts'

type Field = CollectionCondition['field']
type PriceCondition = Extract<CollectionCondition, { field: 'price' }>

/** A rule while it is edited: an amount that is not typed yet is missing, or null. */
export type EditedCondition =
  | Exclude<CollectionCondition, PriceCondition>
  | (Omit<PriceCondition, 'amount'> & { amount?: number | null })
export type EditedRules = Omit<CollectionRules, 'conditions'> & { conditions: EditedCondition[] }

const ofRecords = { is: 'is any of', is_not: 'is none of' }

/** What a rule can be about, and its operators by their values. */
export const conditionFields: Record<Field, { label: string; operators: Record<string, string> }> = {
  category: { label: 'Category', operators: ofRecords },
  brand: { label: 'Brand', operators: ofRecords },
  label: { label: 'Label', operators: ofRecords },
  tag: { label: 'Tag', operators: ofRecords },
  attribute_value: { label: 'Attribute', operators: ofRecords },
  price: { label: 'Price', operators: { at_least: 'is at least', at_most: 'is at most' } },
  stock: { label: 'Stock', operators: { in_stock: 'is in stock', sold_out: 'is sold out' } },
  sale: { label: 'Sale', operators: { on_sale: 'is on sale', not_on_sale: 'is not on sale' } },
  published: { label: 'Date', operators: { within: 'published within the last' } },
  name: { label: 'Name', operators: { contains: 'contains', contains_not: 'does not contain' } },
}

/** A new rule about a field. */
export function emptyCondition(field: Field): EditedCondition {
  switch (field) {
    case 'category':
    case 'brand':
    case 'label':
    case 'tag':
    case 'attribute_value':
      return { field, operator: 'is', values: [] }
    case 'price':
      return { field, operator: 'at_most' }
    case 'stock':
      return { field, operator: 'in_stock' }
    case 'sale':
      return { field, operator: 'on_sale' }
    case 'published':
      return { field, days: 30 }
    case 'name':
      return { field, operator: 'contains', text: '' }
  }
}

/** Whether the rule says enough to be evaluated. */
export function isComplete(condition: EditedCondition): boolean {
  if ('values' in condition) return condition.values.length > 0
  if (condition.field === 'price') return Number.isInteger(condition.amount)
  if (condition.field === 'published') return condition.days >= 1 && condition.days <= 3_650
  return condition.field !== 'name' || condition.text.trim() !== ''
}
