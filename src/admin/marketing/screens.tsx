import type { CouponRow, CouponState } from '#contract/admin/marketing/coupons.ts'
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

export const screens: readonly AdminScreen[] = [
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
        show: ({ state }) => <Chip tone={states[state][1]}>{states[state][0]}</Chip>,
      },
    ],
    filters: [
      {
        name: 'state',
        label: 'State',
        options: Object.entries(states).map(([value, [label]]) => ({ value, label })),
      },
    ],
    sort: { field: 'id', order: 'DESC' },
    searches: 'Code or title, also single-use codes',
    values: async () => (await import('#contract/admin/marketing/coupons.ts')).CouponValues,
    form: () => import('./coupon-form.tsx'),
    nameOf: ({ code }) => String(code),
  }),
]
