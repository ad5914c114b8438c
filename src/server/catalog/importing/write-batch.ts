import { keysOf, ownValue } from '#contract/rules/own-value.ts'
import { allowLonger } from '#server/platform/db/primary-client.ts'
import { retrySerialization } from '#server/platform/db/retry-serialization.ts'
import type { Db, Tx } from '#server/platform/kernel/context.ts'
import { errorCode } from '#server/platform/kernel/errors.ts'
import type { HookRunner } from '#server/platform/kernel/plugin.ts'
import { findUnknown, namedBy } from '#server/shop/custom-fields/accept-values.ts'
import { readFields } from '#server/shop/custom-fields/read-fields.ts'
import { baseSku } from '../products/editing/fill-skus.ts'
import { type References, readReferences } from '../products/editing/references.ts'
import { decideProduct, type SkuClaims } from './decide-product.ts'
import { type ProductDraft, refusedLines } from './product-draft.ts'
import { readExisting } from './read-existing.ts'
import { type ImageContext, type ImageSource, resolveImages } from './resolve-images.ts'
import { type BatchOutcome, type WriteContext, writeProducts } from './write-products.ts'

export type BatchWriter = { write(drafts: ProductDraft[]): Promise<void>; outcome: BatchOutcome }

type Options = {
  db: Db
  plugins: HookRunner
  channelId: number
  isDryRun: boolean
  images: ImageContext
  actor: WriteContext['actor']
  importId: WriteContext['importId']
}

/** Thrown to roll back the transaction of a dry run. */
const rollback = Symbol('rollback')

/**
 * Writes drafts, one transaction per batch. When the database refuses a batch, its products are written one by
 * one, so that only the faulty one is refused and gets the problem.
 */
export function batchWriter({ db, isDryRun, images, ...context }: Options): BatchWriter {
  const outcome: BatchOutcome = { created: 0, updated: 0, unchanged: 0, variationsCreated: 0, imagesAdded: 0 }
  const claimedSkus = new Map<string, string>()
  let references: References | undefined

  async function transact(drafts: readonly ProductDraft[], sources: ReadonlyMap<string, ImageSource>) {
    const marks = drafts.map(({ problems }) => problems.length)
    const retained = drafts.map(({ images }) => images)
    const newlyClaimed = new Map<string, string>()
    const claims: SkuClaims = {
      ownerOf: (sku) => newlyClaimed.get(sku) ?? claimedSkus.get(sku),
      claim: (sku, slug) => void newlyClaimed.set(sku, slug),
    }
    let result: BatchOutcome | undefined
    let attempts = 0
    const resetAttempt = () => {
      // A retried transaction starts from the same drafts and claims; references created by the last attempt
      // are gone.
      if (attempts++ > 0) references = undefined
      for (const [at, draft] of drafts.entries()) {
        draft.problems.length = marks[at]!
        draft.images = retained[at]!
      }
      newlyClaimed.clear()
    }
    try {
      await retrySerialization(async () => {
        resetAttempt()
        await db.transaction().execute(async (tx) => {
          // A batch may take longer than a page request may (security §23).
          await allowLonger(tx, 60_000)
          references ??= await readReferences(tx)
          result = await writeDrafts(tx, drafts, { ...context, references, sources, claims })
          if (isDryRun) throw rollback
        })
      })
    } catch (error) {
      // The references it created were rolled back.
      references = undefined
      if (error !== rollback) {
        resetAttempt()
        throw error
      }
    }
    for (const [sku, slug] of newlyClaimed) claimedSkus.set(sku, slug)
    if (result) addTo(outcome, result)
  }

  return {
    outcome,
    async write(drafts) {
      const sources = await resolveImages(drafts, images)
      try {
        await transact(drafts, sources)
      } catch (error) {
        if (isConnectionError(error)) throw error
        for (const draft of drafts) await transact([draft], sources).catch((reason) => refuse(draft, reason))
      }
    },
  }
}

async function writeDrafts(
  tx: Tx,
  drafts: readonly ProductDraft[],
  context: WriteContext & { claims: SkuClaims },
) {
  const existing = await readExisting(tx, {
    slugs: drafts.map(({ slug }) => slug).filter((slug) => slug !== ''),
    skus: drafts.flatMap(({ slug, variations }) =>
      variations.map(
        ({ sku, options }) =>
          sku ??
          baseSku(
            slug,
            options?.map(({ value }) => value),
          ),
      ),
    ),
    channelId: context.channelId,
  })
  await refuseUnknownRecords(tx, drafts)
  const decisions = drafts.flatMap((draft) => decideProduct(draft, { ...context, existing }) ?? [])
  return writeProducts(tx, decisions, context)
}

/** Refuses products whose custom fields name a record or a picture that the shop does not have. */
async function refuseUnknownRecords(tx: Tx, drafts: readonly ProductDraft[]) {
  const given = drafts.flatMap((draft) =>
    [
      { owner: 'product', line: draft.lines[0] ?? 0, custom: draft.fields.custom ?? {} },
      ...draft.variations.map(({ line, custom = {} }) => ({ owner: 'variation', line, custom })),
    ].flatMap((one) => (Object.keys(one.custom).length > 0 ? [{ ...one, draft }] : [])),
  )
  if (given.length === 0) return
  const fields = await readFields(tx, ['product', 'variation'])
  const named = given.flatMap(({ owner, custom }, at) =>
    fields
      .filter((field) => field.owner === owner)
      .flatMap((field) => namedBy(field, ownValue(custom, field.key) ?? undefined))
      .map((name) => ({ ...name, at: String(at) })),
  )
  for (const [at, [reason = '']] of Object.entries(await findUnknown(tx, named))) {
    const { line, draft } = given[Number(at)] ?? {}
    if (!draft || line === undefined) continue
    draft.faultLine = line
    draft.problems.push({ line, kind: 'refused', reason })
  }
}

/** Refuses a product because of a database error that validation did not foresee. */
function refuse(draft: ProductDraft, error: unknown) {
  if (isConnectionError(error)) throw error
  const refused = refusedLines(draft.problems)
  const reason = `The database rejected the product: ${error instanceof Error ? error.message : String(error)}`
  for (const line of draft.lines)
    if (!refused.has(line)) draft.problems.push({ line, kind: 'refused', reason })
}

/** No SQLSTATE, or a class for a lost server: writing the next product would fail too. */
function isConnectionError(error: unknown) {
  const code = errorCode(error)
  return code === undefined || !/^[0-9A-Z]{5}$/.test(code) || /^(08|57P)/.test(code)
}

function addTo(total: BatchOutcome, more: BatchOutcome) {
  for (const key of keysOf(total)) total[key] += more[key]
}
