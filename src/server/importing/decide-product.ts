import { combinationMark, existingMark } from './attributes.ts'
import { makeSlug, shortHash } from './make-slug.ts'
import { type ProductDraft, refusedLines, type VariationDraft } from './product-draft.ts'
import type { Existing, ExistingProduct, ExistingVariation } from './read-existing.ts'
import type { References } from './references.ts'

/** A draft that may land: which product and variations of the shop it is about. */
export type Decision = {
  draft: ProductDraft
  slug: string
  product: ExistingProduct | undefined
  variations: { draft: VariationDraft; sku: string; existing: ExistingVariation | undefined }[]
}

/** SKUs that products of the file took, and the slugs of those products: a dry run does not find them in the shop. */
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
 * Compares a draft with the shop. Adds to the draft's problems; undefined when nothing of it may land.
 * A variation is known by its SKU, else by its combination of options.
 */
export function decideProduct(draft: ProductDraft, context: DecisionContext): Decision | undefined {
  if (draft.faultLine !== undefined)
    return refuseAll(draft, `The product is refused for what is wrong on line ${draft.faultLine}`)
  const product = findProduct(draft, context.existing)
  if (!product && draft.missingParent)
    return refuseAll(draft, `The parent “${draft.missingParent}” is not in the file`)
  if (!product && !draft.fields.name) return refuseAll(draft, 'A new product needs a name')

  const slug = product?.slug ?? freeSlug(draft, context.existing)
  const taken = new Set<number>()
  const marks = new Set<string>()
  const variations = draft.variations.flatMap((variation) => {
    const decided = decideVariation(variation, {
      ...context,
      product,
      slug,
      taken,
      marks,
      wanted: draft.variations,
    })
    if ('reason' in decided) {
      draft.problems.push({ line: variation.line, kind: 'refused', reason: decided.reason })
      return []
    }
    if (decided.existing) taken.add(decided.existing.id)
    context.claims.claim(decided.sku, slug)
    return [{ draft: variation, ...decided }]
  })
  const refused = refusedLines(draft.problems)
  draft.images = draft.images.filter(({ line }) => !refused.has(line))
  if (variations.length === 0 && refused.size > 0)
    return refuseAll(draft, 'None of the product’s variations can be imported')
  if (variations.length === 0 && !product) return refuseAll(draft, 'A new product needs a price')
  return { draft, slug, product, variations }
}

/** Lines that were not yet refused for a reason of their own. */
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
  // a product of the same name with other SKUs is another product
  return draft.variations.some(({ sku }) => sku) ? undefined : bySlug
}

/** Where the slug was made from the name and another product has it: the name and the first SKU. */
function freeSlug(draft: ProductDraft, { products }: Existing) {
  if (draft.isSlugGiven || products.every(({ slug }) => slug !== draft.slug)) return draft.slug
  const sku = draft.variations.find((variation) => variation.sku)?.sku ?? ''
  return makeSlug(`${draft.slug} ${sku}`)
}

type VariationContext = DecisionContext & {
  product: ExistingProduct | undefined
  slug: string
  /** Variations of the shop that an earlier row is about. */
  taken: Set<number>
  /** Combinations of options of earlier rows. */
  marks: Set<string>
  wanted: readonly VariationDraft[]
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
  if (found && context.taken.has(found.id))
    return { reason: `It is the variation ${found.sku} of a row above` }
  if (!found && draft.selling_price === undefined)
    return { reason: 'The price is empty: a new variation needs one' }
  const mark = draft.options && combinationMark(context.references, draft.options)
  if (mark !== undefined && context.marks.has(mark))
    return { reason: 'A row above has the same combination of options' }
  if (mark !== undefined) context.marks.add(mark)
  return { existing: found, sku: draft.sku ?? found?.sku ?? madeSku(draft, context) }
}

const skuTaken = (sku: string | undefined) => `The SKU “${sku}” belongs to another product`

function findVariation(
  draft: VariationDraft,
  { product, references, wanted }: VariationContext,
): ExistingVariation | { reason: string } | undefined {
  const variations = product?.variations ?? []
  const bySku = draft.sku ? variations.find(({ sku }) => sku === draft.sku) : undefined
  if (!draft.options) {
    if (bySku || variations.length === 0) return bySku
    if (variations.length === 1) return variations[0]
    return { reason: 'The product has several variations: the row needs one’s SKU, or its options' }
  }
  const mark = combinationMark(references, draft.options)
  const byOptions = variations.find(({ options }) => existingMark(options) === mark)
  if (!bySku) {
    // that variation may be meant by another row, which names its SKU
    const isMeant = byOptions && wanted.some((other) => other !== draft && other.sku === byOptions.sku)
    if (draft.options.length === 0 && variations.length > 0 && !byOptions)
      return { reason: 'The product has options: the row names none' }
    return isMeant ? undefined : byOptions
  }
  if (byOptions && byOptions.id !== bySku.id && !wanted.some(({ sku }) => sku === byOptions.sku))
    return { reason: `The combination of options is that of ${byOptions.sku}` }
  return bySku
}

/** The same on every run: from the product's slug and the values, with a mark when that is somebody else's. */
function madeSku({ options }: VariationDraft, { slug, product, existing, claims }: VariationContext) {
  const plain = plainSku(slug, options)
  const isTaken =
    existing.skuOwners.has(plain) ||
    claims.ownerOf(plain) !== undefined ||
    product?.variations.some(({ sku }) => sku === plain)
  return isTaken ? `${plain}-${shortHash(JSON.stringify([slug, options]))}` : plain
}

/** What is made where the file gives no SKU. */
export const plainSku = (slug: string, options: VariationDraft['options']) =>
  [slug, ...(options ?? []).map(({ value }) => makeSlug(value, 40))].join('-')
