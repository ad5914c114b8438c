import { randomBytes } from 'node:crypto'
import type { CouponCodes, NewCodes } from '#contract/admin/marketing/coupons.ts'
import type { Db, Tx } from '#server/platform/kernel/context.ts'
import { invalid } from '#server/platform/kernel/errors.ts'
import { csvFile } from '#server/platform/text/csv.ts'
import { rules } from './manage-coupons.ts'

/** Without 0, O, 1 and I, which look alike. A power of two, so that each byte chooses evenly. */
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
/** 50 random bits, which no number of attempts within the limit of wrong codes finds. */
const RANDOM_LENGTH = 10

/** @returns undefined for an unknown coupon. */
export async function readCodes(db: Db | Tx, id: number): Promise<CouponCodes | undefined> {
  const coupon = await db
    .selectFrom('coupons')
    .leftJoin('coupons as parent', 'parent.id', 'coupons.parent_id')
    .select((eb) => [
      'parent.id',
      'parent.code',
      eb
        .selectFrom('coupons as one')
        .select((one) => one.fn.countAll<number>().as('count'))
        .whereRef('one.parent_id', '=', 'coupons.id')
        .as('total'),
      eb
        .selectFrom('coupons as one')
        .select((one) => one.fn.countAll<number>().as('count'))
        .whereRef('one.parent_id', '=', 'coupons.id')
        .where('one.used_count', '>', 0)
        .as('used'),
    ])
    .where('coupons.id', '=', id)
    .executeTakeFirst()
  if (!coupon) return undefined
  const { id: parentId, code, total, used } = coupon
  return {
    parent: parentId === null || code === null ? null : { id: parentId, code },
    total: total ?? 0,
    used: used ?? 0,
  }
}

/**
 * Adds `count` single-use codes to a coupon: coupons with its rules, which follow its later changes. They are switched
 * on and not listed. `draw` makes one code.
 * @returns false for an unknown coupon. @throws 422 for a coupon that is a single-use code itself.
 */
export async function createCodes(
  tx: Tx,
  id: number,
  { prefix, count }: NewCodes,
  draw: (prefix: string) => string = newCode,
): Promise<boolean> {
  // Locked: a change of the rules at the same time waits, and then includes the new codes.
  const parent = await tx
    .selectFrom('coupons')
    .select(['channel_id', 'parent_id', ...rules])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!parent) return false
  if (parent.parent_id !== null) throw invalid({ id: ['A single-use code has no codes of its own'] })
  for (let missing = count; missing > 0; ) {
    const added = await tx
      .insertInto('coupons')
      .values(
        Array.from({ length: missing }, () => ({
          ...parent,
          parent_id: id,
          code: draw(prefix),
          usage_limit: 1,
          is_listed: false,
        })),
      )
      // A code that exists already is drawn again.
      .onConflict((conflict) => conflict.columns(['channel_id', 'code']).doNothing())
      .returning('id')
      .execute()
    missing -= added.length
  }
  return true
}

function newCode(prefix: string): string {
  const random = Array.from(randomBytes(RANDOM_LENGTH), (byte) => alphabet[byte % alphabet.length]).join('')
  return prefix === '' ? random : `${prefix.replace(/(?<![-_])[-_]+$/, '')}-${random}`
}

/** The single-use codes of a coupon as rows of CSV, oldest first: code, whether it is used, the order that used it. */
export async function exportCodes(
  db: Db,
  id: number,
): Promise<{ file: AsyncIterable<string>; rows: number }> {
  const codes = await db
    .selectFrom('coupons')
    .leftJoin('coupon_uses', 'coupon_uses.coupon_id', 'coupons.id')
    .leftJoin('orders', 'orders.id', 'coupon_uses.order_id')
    .select(['code', 'title', 'used_count', 'is_active', 'ends_at', 'order_no'])
    .where('parent_id', '=', id)
    .orderBy('coupons.id')
    .execute()
  const file = csvFile(
    [
      codes.map(({ code, title, used_count, is_active, ends_at, order_no }) => ({
        code,
        title,
        ends: ends_at.toISOString(),
        state: used_count > 0 ? 'used' : is_active ? 'unused' : 'off',
        order: order_no ?? '',
      })),
    ],
    ['code', 'title', 'ends', 'state', 'order'],
  )
  return { file, rows: codes.length }
}
