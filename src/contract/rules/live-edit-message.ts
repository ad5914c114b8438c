import { isRecord } from './own-value.ts'

/**
 * The messages between a page editor and the preview in its frame. Decisions §3 "Live edit protocol". A section is named by its `key`,
 * or by the `id` of a published one.
 */
export type EditorMessage =
  | { type: 'section:update'; payload: SectionUpdate }
  | { type: 'section:select'; payload: { key: string | null } }
  | { type: 'scroll:to'; payload: { key: string } | { area: PageArea } }
  | { type: 'page:reload' }
  | { type: 'look:update'; payload: LookUpdate }

/** In the preview of the whole shop: fields of the appearance that are not saved yet, and a new preview token, as one lasts 15 minutes. */
export type LookUpdate = { look: Record<string, unknown>; token: string }

export type PageArea = 'header' | 'page' | 'footer'

/** A section's current settings. A key that the page does not have adds a section, `is_visible: false` removes it. */
export type SectionUpdate = {
  key: string
  component: string
  settings: Record<string, unknown>
  is_visible: boolean
  /** The key of the section that follows, null for the end; undefined: the section stays where it is. */
  before?: string | null
  /** A new preview token, as one lasts 15 minutes. */
  token?: string
}

/** What a person wants to do with a section. */
export type SectionEdit = { id: number; key: string } & (
  | { action: 'edit' }
  /** The preview shows the new order already; `before` is the key of the section that now follows. */
  | { action: 'move'; before: string | null }
  | { action: 'hide' }
)

export type StorefrontMessage =
  | { type: 'ready'; payload: { id: number; height: number } }
  | { type: 'edit:header' | 'edit:footer'; payload: Record<string, never> }
  | { type: 'edit:page'; payload: { id: number } }
  | { type: 'edit:section'; payload: SectionEdit }
  | { type: 'resize'; payload: { height: number } }

/** A message of the editor; undefined for anything else. The caller has checked its origin. */
export function readEditorMessage(data: unknown): EditorMessage | undefined {
  if (!isRecord(data) || data.source !== 'builder') return undefined
  const payload = isRecord(data.payload) ? data.payload : {}
  if (data.type === 'page:reload') return { type: 'page:reload' }
  if (data.type === 'look:update') {
    const { look, token } = payload
    return isRecord(look) && typeof token === 'string'
      ? { type: 'look:update', payload: { look, token } }
      : undefined
  }
  if (data.type === 'section:select') {
    const key = keyOf(payload)
    return key || payload.id === null || payload.key === null
      ? { type: 'section:select', payload: { key: key ?? null } }
      : undefined
  }
  if (data.type === 'scroll:to') {
    const key = keyOf(payload)
    if (key) return { type: 'scroll:to', payload: { key } }
    const area = areas.find((one) => one === payload.area)
    return area && { type: 'scroll:to', payload: { area } }
  }
  const update = data.type === 'section:update' ? readUpdate(payload) : undefined
  return update && { type: 'section:update', payload: update }
}

const areas: readonly PageArea[] = ['header', 'page', 'footer']

function readUpdate(payload: Record<string, unknown>): SectionUpdate | undefined {
  const { component, settings = {}, is_visible = true, before, token } = payload
  const key = keyOf(payload)
  if (!key || typeof component !== 'string' || component === '') return undefined
  if (!isRecord(settings) || typeof is_visible !== 'boolean') return undefined
  if (before !== undefined && before !== null && !isKey(before)) return undefined
  if (token !== undefined && typeof token !== 'string') return undefined
  return {
    ...{ key, component, settings, is_visible },
    ...(before !== undefined && { before }),
    ...(token !== undefined && { token }),
  }
}

function keyOf({ key, id }: Record<string, unknown>): string | undefined {
  if (isKey(key)) return key
  return typeof id === 'number' && Number.isInteger(id) && id > 0 ? `sec_${id}` : undefined
}

const isKey = (value: unknown): value is string =>
  typeof value === 'string' && /^[a-z][\w-]{0,40}$/i.test(value)
