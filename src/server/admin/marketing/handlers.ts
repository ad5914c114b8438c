import { couponEndpoints } from '#contract/admin/marketing/coupons.ts'
import type { marketingEndpoints } from '#contract/admin/marketing/endpoints.ts'
import { priceListEndpoints } from '#contract/admin/marketing/price-lists.ts'
import { promotionEndpoints } from '#contract/admin/marketing/promotions.ts'
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
import { requireProofForExport } from '#server/people/staff/start-staff-session.ts'
import { actorOf, writeAudit } from '#server/platform/audit/audit-log.ts'
import { inTransaction } from '#server/platform/db/retry-serialization.ts'
import type { Db, Tx } from '#server/platform/kernel/context.ts'
import { type Handlers, say, sendCsv } from '#server/platform/kernel/handlers.ts'
import { recordNotFound } from '../refusals.ts'
import { resourceHandlers } from '../resource-handlers.ts'

type Endpoints = typeof marketingEndpoints

export const marketingAdminHandlers: { [Group in keyof Endpoints]: Handlers<Endpoints[Group]> } = {
  adminPromotions: {
    ...resourceHandlers(promotionEndpoints, {
      type: 'promotion',
      label: 'Promotion',
      list: listPromotions,
      read: readPromotionValues,
      create: createPromotion,
      update: updatePromotion,
      remove: removePromotion,
    }),
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

async function requireCodes(db: Db | Tx, id: number) {
  const codes = await readCodes(db, id)
  if (!codes) throw recordNotFound('Coupon')
  return codes
}
