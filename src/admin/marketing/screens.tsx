import { lazy } from 'react'
import type { CouponRow, CouponState } from '#contract/admin/marketing/coupons.ts'
import type { PriceListRow } from '#contract/admin/marketing/price-lists.ts'
import type { PromotionRow } from '#contract/admin/marketing/promotions.ts'
import { money } from '#contract/money.ts'
import { Chip, type Tone } from '#ui/chip.tsx'
import type { AdminScreen } from '../admin-screen.ts'
import { MomentCell, MoneyCell } from '../parts/cells.tsx'
import { defineResource } from '../resource/define-resource.tsx'

const states: Record<CouponState, [label: string, tone: Tone]> = {
  active: ['Active', 'good'],
  scheduled: ['Scheduled', 'open'],
  ended: ['Ended', 'calm'],
  used_up: ['Used up', 'calm'],
  off: ['Off', 'calm'],
}

const stateCell = ({ state }: { state: CouponState }) => (
  <Chip tone={states[state][1]}>{states[state][0]}</Chip>
)

const stateFilter = {
  name: 'state',
  label: 'State',
  options: Object.entries(states).map(([value, [label]]) => ({ value, label })),
}

export const screens: readonly AdminScreen[] = [
  defineResource<PromotionRow>({
    name: 'promotions',
    label: 'Promotions',
    one: 'promotion',
    icon: 'megaphone',
    group: 'Marketing',
    permission: 'marketing.read',
    writePermission: 'marketing.write',
    about:
      'What the shop takes off carts by itself or for a code. Coupons with single-use codes have a list of their own.',
    columns: [
      {
        name: 'name',
        label: 'Name',
        isSortable: true,
        below: ({ name, summary }) => (summary === name ? '' : summary),
      },
      { name: 'code', label: 'Code', show: ({ code }) => code ?? 'None needed' },
      { name: 'orders', label: 'Orders', isNumber: true },
      {
        name: 'discount',
        label: 'Given',
        isNumber: true,
        show: ({ discount, currency }) => <MoneyCell amount={money(discount, currency)} />,
      },
      {
        name: 'revenue',
        label: 'Revenue',
        isNumber: true,
        isMinor: true,
        show: ({ revenue, currency }) => <MoneyCell amount={money(revenue, currency)} />,
      },
      {
        name: 'ends_at',
        label: 'Ends',
        isSortable: true,
        show: ({ ends_at }) => (ends_at === null ? 'Never' : <MomentCell at={ends_at} />),
      },
      { name: 'state', label: 'State', show: stateCell },
    ],
    filters: [stateFilter],
    tools: lazy(() => import('./promotion-csv.tsx')),
    sort: { field: 'id', order: 'DESC' },
    searches: 'Name or code',
    values: async () => (await import('#contract/admin/marketing/promotions.ts')).PromotionValues,
    form: () => import('./promotion-form.tsx'),
    nameOf: ({ name }) => String(name),
  }),
  defineResource<PriceListRow>({
    name: 'price-lists',
    label: 'Price lists',
    one: 'price list',
    icon: 'tag',
    group: 'Marketing',
    permission: 'marketing.read',
    writePermission: 'marketing.write',
    about: 'Other prices of goods for a time. They begin and end by themselves, everywhere in the shop.',
    columns: [
      { name: 'name', label: 'Name', isSortable: true },
      { name: 'channel', label: 'Channel', isMinor: true },
      {
        name: 'customer_group',
        label: 'For',
        isMinor: true,
        show: ({ customer_group }) => customer_group ?? 'Everyone',
      },
      { name: 'prices', label: 'Prices', isNumber: true },
      {
        name: 'starts_at',
        label: 'Starts',
        isSortable: true,
        show: ({ starts_at }) => <MomentCell at={starts_at} />,
      },
      {
        name: 'ends_at',
        label: 'Ends',
        isSortable: true,
        show: ({ ends_at }) => (ends_at === null ? 'Never' : <MomentCell at={ends_at} />),
      },
      { name: 'state', label: 'State', show: stateCell },
    ],
    filters: [{ ...stateFilter, options: stateFilter.options.filter(({ value }) => value !== 'used_up') }],
    sort: { field: 'id', order: 'DESC' },
    searches: 'Name of the list',
    values: async () => (await import('#contract/admin/marketing/price-lists.ts')).PriceListValues,
    form: () => import('./price-list-form.tsx'),
    nameOf: ({ name }) => String(name),
  }),
  defineResource<CouponRow>({
    name: 'coupons',
    label: 'Coupons',
    one: 'coupon',
    icon: 'coupon',
    group: 'Marketing',
    permission: 'marketing.read',
    writePermission: 'marketing.write',
    columns: [
      {
        name: 'code',
        label: 'Code',
        isSortable: true,
        below: ({ parent_code }) => parent_code && `Single-use code of ${parent_code}`,
      },
      { name: 'title', label: 'Title' },
      {
        name: 'value',
        label: 'Discount',
        show: ({ type, value, currency }) =>
          type === 'percentage' ? (
            `${value}%`
          ) : type === 'fixed' ? (
            <MoneyCell amount={money(value, currency)} />
          ) : (
            'Free delivery'
          ),
      },
      {
        name: 'used_count',
        label: 'Used',
        isSortable: true,
        isNumber: true,
        show: ({ used_count, usage_limit }) =>
          usage_limit === null ? used_count : `${used_count} of ${usage_limit}`,
      },
      {
        name: 'ends_at',
        label: 'Ends',
        isSortable: true,
        show: ({ ends_at }) => <MomentCell at={ends_at} />,
      },
      {
        name: 'state',
        label: 'State',
        show: stateCell,
      },
    ],
    filters: [stateFilter],
    sort: { field: 'id', order: 'DESC' },
    searches: 'Code or title, also single-use codes',
    values: async () => (await import('#contract/admin/marketing/coupons.ts')).CouponValues,
    form: () => import('./coupon-form.tsx'),
    nameOf: ({ code }) => String(code),
  }),
]
