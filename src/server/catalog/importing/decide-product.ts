import { MAX_VARIATIONS } from '#contract/admin/catalog/products.ts'
import { makeSlug, shortHash } from '#server/platform/text/make-slug.ts'
import { combinationKey, existingCombinationKey } from '../products/editing/create-options.ts'
import { baseSku } from '../products/editing/fill-skus.ts'
import type { References } from '../products/editing/references.ts'
import { type ProductDraft, refusedLines, type VariationDraft } from './product-draft.ts'
import type { Existing, ExistingProduct, ExistingVariation } from './read-existing.ts'

/** An accepted draft with the existing product and variations it matches. */
export type Decision = {
  draft: ProductDraft
  slug: string
  product: ExistingProduct | undefined
  variations: { draft: VariationDraft; sku: string; existing: ExistingVariation | undefined }[]
}

/** SKUs taken by products of the file, with those products' slugs: a dry run does not find them in the shop. */
export type SkuClaims = {
  ownerOf(sku: string): string | undefined
  claim(sku: string, slug: string): void
}

export type DecisionContext = {
  existing: Existing
  references: References
  claims: SkuClaims
}

/**
 * Compares a draft with the shop and adds to the draft's problems; undefined when all of it is refused. A
 * variation matches by SKU, otherwise by its combination of options.
 */
export function decideProduct(given: ProductDraft, context: DecisionContext): Decision | undefined {
  if (given.faultLine !== undefined)
    return refuseAll(given, `The product is refused because of the error on line ${given.faultLine}`)
  const product = findProduct(given, context.existing)
  const draft = withArchive(given, product)
  if (!product && draft.missingParent)
    return refuseAll(draft, `The parent “${draft.missingParent}” is not in the file`)
  if (!product && !draft.fields.name) return refuseAll(draft, 'A new product needs a name')

  const unknown = unknownTaxClass(draft, product, context.references)
  if (unknown) return refuseAll(draft, unknown)
  if (draft.variations.length > MAX_VARIATIONS) return refuseAll(draft, tooMany(draft.variations.length))

  const slug = product?.slug ?? freeSlug(draft, context.existing)
  const known = knownVariations(product)
  const taken = new Set<number>()
  const seenKeys = new Set<string>()
  const variations = draft.variations.flatMap((variation) => {
    const decided = decideVariation(variation, {
      ...context,
      ...{ product, slug, known, taken, seenKeys },
      wanted: draft.variations,
      isDraft: isDraft(draft, product),
    })
    if ('reason' in decided) {
      draft.problems.push({ line: variation.line, kind: 'refused', reason: decided.reason })
      return []
    }
    if (decided.existing) taken.add(decided.existing.id)
    noteMissingPrices(draft, variation, decided.existing)
    context.claims.claim(decided.sku, slug)
    return [{ draft: variation, ...decided }]
  })
  const total = variations.length + (product?.variations.length ?? 0) - taken.size
  if (total > MAX_VARIATIONS) return refuseAll(draft, tooMany(total))
  const refused = refusedLines(draft.problems)
  draft.images = draft.images.filter(({ line }) => !refused.has(line))
  if (variations.length === 0 && refused.size > 0)
    return refuseAll(draft, 'None of the product’s variations can be imported')
  if (variations.length === 0 && !product) return refuseAll(draft, 'A new product needs a price')
  return { draft, slug, product, variations }
}

const tooMany = (total: number) =>
  `A product can have ${MAX_VARIATIONS} variations. This one would have ${total}: divide it into several products`

/** The variations of the shop's product, found by SKU and by options. */
function knownVariations(product: ExistingProduct | undefined) {
  const bySku = new Map<string, ExistingVariation>()
  const byOptions = new Map<string, ExistingVariation>()
  for (const variation of product?.variations ?? []) {
    bySku.set(variation.sku, variation)
    const key = existingCombinationKey(variation.options)
    if (!byOptions.has(key)) byOptions.set(key, variation)
  }
  return { bySku, byOptions }
}

/** What is archived, or becomes so, keeps the state that restoring brings back, whatever the file says of it. */
function withArchive(draft: ProductDraft, product: ExistingProduct | undefined): ProductDraft {
  const { is_published, publish_at, unpublish_at, ...fields } = draft.fields
  if (!product || !(fields.is_archived ?? product.archived_at !== null)) return draft
  if (fields.is_archived === undefined)
    draft.problems.push({ line: draft.lines[0] ?? 0, kind: 'warning', reason: STAYS_ARCHIVED })
  return { ...draft, fields }
}

const STAYS_ARCHIVED =
  'The product is archived and stays so. Restore it in the list of products, or give it the status “active” or “draft” in the file'

/** A class without rates would be sold without tax. One that the product has already stays. */
function unknownTaxClass(
  { fields: { tax_class } }: ProductDraft,
  product: ExistingProduct | undefined,
  { taxClasses }: References,
): string | undefined {
  if (tax_class === undefined || tax_class === product?.tax_class || taxClasses.includes(tax_class))
    return undefined
  return `There is no tax class “${tax_class.slice(0, 60)}”. Known are: ${taxClasses.join(', ')}`
}

/** Not shown to shoppers after the import, also not later. */
const isDraft = ({ fields }: ProductDraft, product: ExistingProduct | undefined) =>
  !(fields.is_published ?? product?.is_published ?? true) && !(fields.publish_at ?? product?.publish_at)

/** A compare price alone is no price: the variation is not sold in that channel. */
function noteMissingPrices(
  { problems }: ProductDraft,
  { line, channel_prices = [] }: VariationDraft,
  existing: ExistingVariation | undefined,
) {
  for (const { channel_id, code, selling_price, mrp } of channel_prices) {
    const isStored = existing?.channel_prices.some((price) => price.channel_id === channel_id)
    if (selling_price === undefined && typeof mrp === 'number' && !isStored)
      problems.push({
        line,
        column: `mrp[${code}]`,
        kind: 'warning',
        reason: `The variation has no price in the channel “${code}”: the compare-at price is ignored`,
      })
  }
}

/** Refuses the lines that have no problem of their own yet. */
function refuseAll(draft: ProductDraft, reason: string): undefined {
  const refused = refusedLines(draft.problems)
  for (const line of draft.lines)
    if (!refused.has(line)) draft.problems.push({ line, kind: 'refused', reason })
}

function findProduct(draft: ProductDraft, { products, skuOwners }: Existing): ExistingProduct | undefined {
  const bySlug = products.find(({ slug }) => slug === draft.slug && slug !== '')
  if (draft.isSlugGiven) return bySlug
  const owners = new Set(draft.variations.flatMap(({ sku }) => (sku && skuOwners.get(sku)) ?? []))
  const byId = products.find(({ id }) => owners.has(id))
  if (byId) return byId
  // A product of the same name with other SKUs is a different product.
  return draft.variations.some(({ sku }) => sku) ? undefined : bySlug
}

/** When another product has the slug made from the name, the first SKU is appended. */
function freeSlug(draft: ProductDraft, { products }: Existing) {
  if (draft.isSlugGiven || products.every(({ slug }) => slug !== draft.slug)) return draft.slug
  const sku = draft.variations.find((variation) => variation.sku)?.sku ?? ''
  return makeSlug(`${draft.slug} ${sku}`)
}

type VariationContext = DecisionContext & {
  product: ExistingProduct | undefined
  slug: string
  known: ReturnType<typeof knownVariations>
  /** Existing variations already matched by an earlier row. */
  taken: Set<number>
  /** Combinations of options of earlier rows. */
  seenKeys: Set<string>
  wanted: readonly VariationDraft[]
  /** Not shown to shoppers, also not later. */
  isDraft: boolean
}

type DecidedVariation = { sku: string; existing: ExistingVariation | undefined } | { reason: string }

function decideVariation(draft: VariationDraft, context: VariationContext): DecidedVariation {
  const { product, existing, claims, slug } = context
  const claimedBy = draft.sku && claims.ownerOf(draft.sku)
  if (claimedBy && claimedBy !== slug) return { reason: skuTaken(draft.sku) }
  const owner = draft.sku ? existing.skuOwners.get(draft.sku) : undefined
  if (owner !== undefined && owner !== product?.id) return { reason: skuTaken(draft.sku) }

  const found = findVariation(draft, context)
  if (found && 'reason' in found) return found
  if (isGivenAway(draft, context)) return { reason: FREE }
  if (found && context.taken.has(found.id))
    return { reason: `An earlier row already updates the variation ${found.sku}` }
  if (!found && draft.selling_price === undefined)
    return { reason: 'The price is empty: a new variation needs a price' }
  const key = draft.options && combinationKey(context.references, draft.options)
  if (key !== undefined && context.seenKeys.has(key))
    return { reason: 'An earlier row has the same combination of options' }
  if (key !== undefined) context.seenKeys.add(key)
  return { existing: found, sku: draft.sku ?? found?.sku ?? generateSku(draft, context) }
}

const FREE =
  'The price is 0, which gives the product away. Import it as a draft, or tick “Sold free of charge” in its editor first'

/** A price of 0 of a product that shoppers see, without a confirmation. */
function isGivenAway(
  { selling_price, channel_prices = [] }: VariationDraft,
  { product, isDraft }: VariationContext,
): boolean {
  if (product?.is_free || isDraft) return false
  return selling_price === 0 || channel_prices.some((price) => price.selling_price === 0)
}

const skuTaken = (sku: string | undefined) => `The SKU “${sku}” belongs to another product`

function findVariation(
  draft: VariationDraft,
  { product, known, references, wanted }: VariationContext,
): ExistingVariation | { reason: string } | undefined {
  const variations = product?.variations ?? []
  const bySku = draft.sku ? known.bySku.get(draft.sku) : undefined
  if (!draft.options) {
    if (bySku || variations.length === 0) return bySku
    if (variations.length === 1) return variations[0]
    return { reason: 'The product has several variations: the row needs a SKU or options' }
  }
  const key = combinationKey(references, draft.options)
  const byOptions = known.byOptions.get(key)
  if (!bySku) {
    // Another row may name that variation by its SKU.
    const isMeant = byOptions && wanted.some((other) => other !== draft && other.sku === byOptions.sku)
    if (draft.options.length === 0 && variations.length > 0 && !byOptions)
      return { reason: 'The product has options, but the row has none' }
    return isMeant ? undefined : byOptions
  }
  if (byOptions && byOptions.id !== bySku.id && !wanted.some(({ sku }) => sku === byOptions.sku))
    return { reason: `The combination of options already belongs to ${byOptions.sku}` }
  return bySku
}

/** Deterministic across runs: product slug and option values, with a hash when another product has that SKU. */
function generateSku({ options }: VariationDraft, { slug, product, existing, claims }: VariationContext) {
  const plain = baseSku(
    slug,
    options?.map(({ value }) => value),
  )
  const isTaken =
    existing.skuOwners.has(plain) ||
    claims.ownerOf(plain) !== undefined ||
    product?.variations.some(({ sku }) => sku === plain)
  return isTaken ? `${plain}-${shortHash(JSON.stringify([slug, options]))}` : plain
}
