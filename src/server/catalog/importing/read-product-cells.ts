import { z } from 'zod'
import { hsnCode } from '#contract/rules/gstin.ts'
import { keysOf } from '#contract/rules/own-value.ts'
import { type ProductKind, productKinds } from '#contract/rules/product-kind.ts'
import { isReversed, scheduleAt } from '#contract/rules/product-schedule.ts'
import { toPlainText } from '#server/platform/text/sanitise-html.ts'
import type { FlatField, FlatReader } from './flat-columns.ts'
import { parseFlag, parseNumber } from './parse-cell.ts'
import type { ProductFields } from './product-draft.ts'

const MAX_NAME_CHARS = 300

/** undefined when the file has no such column or the cell is empty: a product keeps its name. */
export function readName(row: FlatReader, field: FlatField): string | undefined {
  const name = row.text(field)
  if (!name) return undefined
  if (name.length > MAX_NAME_CHARS) row.refuse(field, `The name is longer than ${MAX_NAME_CHARS} characters`)
  return name.replace(/\s+/g, ' ')
}

/** By its name, or by Shopify's two columns. */
export function readKind(row: FlatReader): ProductKind | undefined {
  const text = row.text('kind')
  if (text) {
    const kind = keysOf(productKinds).find((known) => known === text)
    if (!kind) row.refuse('kind', `“${text.slice(0, 80)}” is none of ${keysOf(productKinds).join(', ')}`)
    return kind
  }
  if (readFlag(row, 'gift_card')) return 'voucher'
  const isSent = readFlag(row, 'requires_shipping')
  return isSent === undefined ? undefined : isSent ? 'goods' : 'digital'
}

/** An empty cell clears the field. */
export const readOptional = (row: FlatReader, field: FlatField) => {
  const text = row.text(field)
  return text === undefined ? undefined : text || null
}

export const readLongText = (row: FlatReader, field: FlatField) => {
  const text = row.text(field)
  return text === undefined ? undefined : toPlainText(text)
}

export function readFlag(row: FlatReader, field: FlatField): boolean | undefined {
  const text = row.text(field)
  if (!text) return undefined
  const flag = parseFlag(text)
  if (flag === undefined) row.refuse(field, `“${text}” is neither true nor false`)
  return flag
}

/**
 * A time that has passed has taken effect, whatever the flag says; one in the future makes the product scheduled. Without the
 * columns the flag alone decides: what it publishes loses its schedule, and a scheduled draft keeps it.
 */
export function readSchedule(
  row: FlatReader,
): Pick<ProductFields, 'is_published' | 'is_archived' | 'publish_at' | 'unpublish_at'> {
  const status = row.text('status')?.toLowerCase()
  return { ...readTimes(row), ...(status && { is_archived: status === 'archived' }) }
}

function readTimes(row: FlatReader): Pick<ProductFields, 'is_published' | 'publish_at' | 'unpublish_at'> {
  const flag = readPublished(row)
  const publishAt = readTime(row, 'publish_at')
  const unpublishAt = readTime(row, 'unpublish_at')
  if (publishAt === undefined && unpublishAt === undefined) return { is_published: flag }
  const times = { publish_at: publishAt ?? null, unpublish_at: unpublishAt ?? null }
  if (isReversed(times)) row.refuse('unpublish_at', 'It is not later than the time of publishing')
  const { is_published, publish_at, unpublish_at } = scheduleAt(
    { is_published: flag ?? true, ...times },
    new Date(),
  )
  const isDecided = flag !== undefined || times.publish_at !== null || !is_published
  return {
    is_published: isDecided ? is_published : undefined,
    ...(publishAt !== undefined && { publish_at }),
    ...(unpublishAt !== undefined && { unpublish_at }),
  }
}

function readTime(row: FlatReader, field: FlatField): Date | null | undefined {
  const text = row.text(field)
  if (text === undefined) return undefined
  if (text === '') return null
  const time = z.iso.datetime({ offset: true }).safeParse(text.replace(' ', 'T'))
  if (time.success) return new Date(time.data)
  row.refuse(field, `“${text}” is not a time with its zone, such as 2026-12-01T09:00:00+05:30`)
  return null
}

/** Published when Shopify's flag says so (empty means yes) and the status, if any, is active. */
function readPublished(row: FlatReader): boolean | undefined {
  if (row.text('published') === undefined && row.text('status') === undefined) return undefined
  const isPublished = readFlag(row, 'published') ?? true
  const status = row.text('status')?.toLowerCase() || 'active'
  if (!['active', 'draft', 'archived', 'unlisted'].includes(status))
    row.refuse('status', `“${row.text('status')}” is not a valid status: use active, draft or archived`)
  return isPublished && status === 'active'
}

/** A whole number of at least `minimum`; an empty cell keeps the field. */
export function readMinimum(row: FlatReader, field: FlatField, minimum: number): number | undefined {
  const text = row.text(field)
  if (!text) return undefined
  const number = parseNumber(text, false)
  if (number === undefined || !Number.isInteger(number) || number < minimum || number > 1_000_000) {
    row.refuse(field, `“${text}” is not a whole number of at least ${minimum}`)
    return undefined
  }
  return number
}

/** 4 to 8 digits, which may be written with dots or spaces; an empty cell clears the field. */
export function readHsnCode(row: FlatReader, field: FlatField): string | null | undefined {
  const code = row.text(field)?.replaceAll(/[. ]/g, '')
  if (code && !hsnCode.test(code)) row.refuse(field, `“${row.text(field)}” is not a code of 4 to 8 digits`)
  return code === undefined ? undefined : code || null
}

/** `Material: Stoneware | Height: 9 cm` */
export function readSpecifications(row: FlatReader, field: FlatField) {
  const text = row.text(field)
  if (text === undefined) return undefined
  const pairs = text.split('|').filter((pair) => pair.trim() !== '')
  return pairs.map((pair) => {
    const colon = pair.indexOf(':')
    if (colon < 1) row.refuse(field, `“${pair.trim()}” is not written as “Label: value”`)
    return { label: pair.slice(0, colon).trim(), value: pair.slice(colon + 1).trim() }
  })
}
