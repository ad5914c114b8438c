import type { z } from 'zod'
import { tidyGstin } from '#contract/rules/gstin.ts'
import { readPhoneRule, withPhoneRule } from '#server/content/forms/stored-form.ts'
import { submitForm } from '#server/content/forms/submit-form.ts'
import type { Config } from '#server/platform/config/config.ts'
import type { Db, Visitor } from '#server/platform/kernel/context.ts'
import { invalid } from '#server/platform/kernel/errors.ts'
import type { tradeEndpoints } from './contract.ts'
import type { tradeEnquiry } from './plugin.ts'
import { tradeForm } from './trade-form.ts'

const KEEP_DAYS = 730

/**
 * Stores an enquiry like the submission of any form, with the product that it names. Decisions §4.
 * @returns the submission's id; 0 for a filled honeypot.
 * @throws 422 with the messages by field, at `product_id` for an unknown product; 429.
 */
export async function submitEnquiry(
  db: Db,
  { recipient, success_message }: z.output<typeof tradeEnquiry.config>,
  { product_id, website, started, ...values }: z.output<typeof tradeEndpoints.submit.input>,
  shop: { config: Config; visitor: Visitor },
): Promise<number> {
  const product = product_id ? await findProduct(db, product_id) : undefined
  if (product_id && !product) throw invalid({ product_id: ['This field is not valid'] })
  const form = {
    id: null,
    slug: 'trade-enquiry',
    ...tradeForm,
    fields: withPhoneRule(tradeForm.fields, await readPhoneRule(db)),
    success_message,
    recipient: recipient || null,
    keep_days: KEEP_DAYS,
  }
  const extra = product
    ? [
        {
          label: 'From the page of',
          value: `${product.name} (${product.sku}) ${shop.config.storeUrl}/product/${product.slug}`,
        },
      ]
    : []
  const tidy = { ...values, ...(values.gstin && { gstin: tidyGstin(values.gstin) }) }
  return submitForm(db, shop, form, { values: tidy, website, started }, extra)
}

const findProduct = (db: Db, variationId: number) =>
  db
    .selectFrom('variations')
    .innerJoin('products', 'products.id', 'variations.product_id')
    .select(['products.name', 'products.slug', 'variations.sku'])
    .where('variations.id', '=', variationId)
    .where('products.is_published', '=', true)
    .executeTakeFirst()
