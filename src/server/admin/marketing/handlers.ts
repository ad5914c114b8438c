import { couponEndpoints } from '#contract/admin/marketing/coupons.ts'
import type { marketingEndpoints } from '#contract/admin/marketing/endpoints.ts'
import {
  createCoupon,
  listCouponRecords,
  readCouponValues,
  removeCoupon,
  updateCoupon,
} from '#server/coupons/manage-coupons.ts'
import type { Handlers } from '#server/kernel/handlers.ts'
import { resourceHandlers } from '../resource-handlers.ts'

type Endpoints = typeof marketingEndpoints

export const marketingAdminHandlers: { [Group in keyof Endpoints]: Handlers<Endpoints[Group]> } = {
  adminCoupons: resourceHandlers(couponEndpoints, {
    type: 'coupon',
    label: 'Coupon',
    list: listCouponRecords,
    read: readCouponValues,
    create: createCoupon,
    update: updateCoupon,
    remove: removeCoupon,
  }),
}
