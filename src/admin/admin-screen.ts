import type { ComponentType } from 'react'
import type { ZodObject } from 'zod'
import type { Permission } from '#contract/admin/permissions.ts'
import type { AdminIconName } from './parts/admin-icon-names.ts'

/** A screen of the back office with its place in the navigation. Its address is `/admin/<name>`. */
export type AdminScreen = {
  /** The first part of the address, and the resource of its list: `orders` reads `api.adminOrders.list`. */
  name: string
  label: string
  icon: AdminIconName
  /** Its group of the navigation. */
  group: ScreenGroup
  /** Screens of one group with the same entry share it: it leads to the first, whose list has a tab for each. */
  tab?: { entry: string; label: string }
  permission: Permission
  /** The screen at `/name`. */
  list: ComponentType
  /** The screen of one record, at `/name/:id/show`. */
  show?: ComponentType
  /** The screen that changes one record, at `/name/:id/edit`. */
  edit?: ComponentType
  /** The screen of a new record, at `/name/create`. */
  create?: ComponentType
  /** A record in a sentence, `brand`: with `create`, the search offers "New brand". */
  one?: string
  /** The permission to add a record. */
  writePermission?: Permission
  /** The schema of its records' values. */
  values?: () => Promise<ZodObject>
  /** Words that find it besides its label. */
  words?: string
  /** The letter that opens it after `g`. */
  letter?: string
}

/** The groups of the navigation in their order. A group with one screen is a link to it. */
export const screenGroups = {
  Orders: 'box',
  Products: 'tag',
  Customers: 'users',
  Marketing: 'megaphone',
  Reports: 'chart',
  Content: 'file',
  Appearance: 'palette',
  Plugins: 'plug',
  Settings: 'settings',
} as const satisfies Record<string, AdminIconName>

export type ScreenGroup = keyof typeof screenGroups

/** Whether the address is that of the screen or of one of its records. */
export const isAt = (pathname: string, { name }: Pick<AdminScreen, 'name'>) =>
  pathname === `/${name}` || pathname.startsWith(`/${name}/`)

/** The screens of one entry of the navigation, by the entry's label; most entries have one screen. */
export function entriesOf(screens: readonly AdminScreen[]): Map<string, AdminScreen[]> {
  return Map.groupBy(screens, ({ tab, label }) => tab?.entry ?? label)
}
