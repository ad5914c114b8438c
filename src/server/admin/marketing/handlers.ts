import { isDeepStrictEqual } from 'node:util'
import { couponEndpoints } from '#contract/admin/marketing/coupons.ts'
import type { marketingEndpoints } from '#contract/admin/marketing/endpoints.ts'
import { priceListEndpoints } from '#contract/admin/marketing/price-lists.ts'
import { type PromotionImport, promotionEndpoints } from '#contract/admin/marketing/promotions.ts'
import {
  createPriceList,
  exportPriceList,
  findGoods,
  listPriceLists,
  readPriceList,
  removePriceList,
  updatePriceList,
} from '#server/catalog/price-lists/editing/manage-price-lists.ts'
import { createCodes, exportCodes, readCodes } from '#server/commerce/coupons/editing/manage-codes.ts'
import {
  createCoupon,
  listCouponRecords,
  readCouponValues,
  removeCoupon,
  updateCoupon,
} from '#server/commerce/coupons/editing/manage-coupons.ts'
import {
  createPromotion,
  listPromotions,
  readPromotionValues,
  removePromotion,
  updatePromotion,
} from '#server/commerce/promotions/editing/manage-promotions.ts'
import { previewPromotion } from '#server/commerce/promotions/editing/preview-promotion.ts'
import { exportPromotions, readPromotionRows } from '#server/commerce/promotions/editing/promotion-csv.ts'
import { requireProofForExport } from '#server/people/staff/start-staff-session.ts'
import { actorOf, writeAudit } from '#server/platform/audit/audit-log.ts'
import { inTransaction } from '#server/platform/db/retry-serialization.ts'
import type { CallContext } from '#server/platform/kernel/call-context.ts'
import type { Db, Tx } from '#server/platform/kernel/context.ts'
import { ShopError } from '#server/platform/kernel/errors.ts'
import { type Handlers, say, sendCsv, today } from '#server/platform/kernel/handlers.ts'
import { recordNotFound } from '../refusals.ts'
import { requireFile } from '../require-file.ts'
import { resourceHandlers } from '../resource-handlers.ts'

type Endpoints = typeof marketingEndpoints

const promotions = resourceHandlers(promotionEndpoints, {
  type: 'promotion',
  label: 'Promotion',
  list: listPromotions,
  read: readPromotionValues,
  create: createPromotion,
  update: updatePromotion,
  remove: removePromotion,
})

export const marketingAdminHandlers: { [Group in keyof Endpoints]: Handlers<Endpoints[Group]> } = {
  adminPromotions: {
    ...promotions,
    export: (_, { db }) => sendCsv(`promotions-${today()}`, exportPromotions(db)),
    async import(_, call) {
      const rows = readPromotionRows(requireFile(call.uploads, 'Please choose a CSV file'))
      const done: PromotionImport = { added: 0, changed: 0, refused: [] }
      // Each by itself, as its form saves it.
      for (const row of rows) {
        const { line, name } = row
        const reason = 'reason' in row ? row.reason : await writeRow(row, call, done)
        if (reason !== undefined) done.refused.push({ line, name, reason })
      }
      return say(`${done.added} added, ${done.changed} changed, ${done.refused.length} refused`, done)
    },
    preview: (request, { db }) => previewPromotion(db, request),
  },
  adminPriceLists: {
    ...resourceHandlers(priceListEndpoints, {
      type: 'price_list',
      label: 'Price list',
      list: listPriceLists,
      read: readPriceList,
      create: createPriceList,
      update: updatePriceList,
      remove: removePriceList,
    }),
    goods: (request, { db }) => findGoods(db, request),
    async export({ id }, { db }) {
      const file = await exportPriceList(db, id)
      if (!file) throw recordNotFound('Price list')
      return sendCsv(`price-list-${id}`, file)
    },
  },
  adminCoupons: {
    ...resourceHandlers(couponEndpoints, {
      type: 'coupon',
      label: 'Coupon',
      list: listCouponRecords,
      read: readCouponValues,
      create: createCoupon,
      update: updateCoupon,
      remove: removeCoupon,
    }),
    codes: ({ id }, { db }) => requireCodes(db, id),
    async createCodes({ id, ...wanted }, { db, visitor }) {
      const codes = await inTransaction(db, async (tx) => {
        if (!(await createCodes(tx, id, wanted))) throw recordNotFound('Coupon')
        await writeAudit(tx, actorOf(visitor), {
          action: 'coupon.create_codes',
          record: { type: 'coupon', id: String(id) },
          after: wanted,
        })
        return requireCodes(tx, id)
      })
      return say(wanted.count === 1 ? '1 code created' : `${wanted.count} codes created`, codes)
    },
    async exportCodes({ id }, call) {
      requireProofForExport(call)
      const { db, visitor } = call
      await requireCodes(db, id)
      const { file, rows } = await exportCodes(db, id)
      await writeAudit(db, actorOf(visitor), {
        action: 'coupon.export_codes',
        record: { type: 'coupon', id: String(id) },
        after: { rows },
      })
      return sendCsv(`coupon-${id}-codes`, file)
    },
  },
}

type PromotionRow = Extract<ReturnType<typeof readPromotionRows>[number], { id: number | null }>

/** Adds or changes a promotion by a row; one that is equal stays as it is. @returns the reason against it */
async function writeRow(
  { id, values }: PromotionRow,
  call: CallContext,
  done: PromotionImport,
): Promise<string | undefined> {
  try {
    if (id === null) {
      await promotions.create({ values }, call)
      done.added += 1
      return undefined
    }
    const { version, values: before } = await promotions.get({ id }, call)
    if (isDeepStrictEqual(before, values)) return undefined
    await promotions.update({ id, version, values }, call)
    done.changed += 1
    return undefined
  } catch (thrown) {
    if (!(thrown instanceof ShopError)) throw thrown
    const [[field, [text] = []] = []] = Object.entries(thrown.extra.errors ?? {})
    return field && text ? `${field.replace(/^values\./, '')}: ${text}` : thrown.message
  }
}

async function requireCodes(db: Db | Tx, id: number) {
  const codes = await readCodes(db, id)
  if (!codes) throw recordNotFound('Coupon')
  return codes
}
