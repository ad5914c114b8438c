import { endOf } from '#admin/parts/tree-rows.ts'
import type { MenuItemValues } from '#contract/admin/content/menus.ts'

/** An item of the tree as a row of the list that shows it. */
export type MenuRowItem = { key: number; depth: number; item: Omit<MenuItemValues, 'children'> }

let lastKey = 0

export const newRow = (depth: number): MenuRowItem => ({
  key: ++lastKey,
  depth,
  item: { label: '', url: '', opens_new_tab: false, badge: '', image_path: null },
})

export const toRows = (items: readonly MenuItemValues[], depth = 0): MenuRowItem[] =>
  items.flatMap(({ children = [], ...item }) => [
    { key: ++lastKey, depth, item },
    ...toRows(children, depth + 1),
  ])

/** @param levels items of the last one have no `children`, as in the contract */
export function toTree(rows: readonly MenuRowItem[], levels: number, depth = 0): MenuItemValues[] {
  const items: MenuItemValues[] = []
  for (let at = 0, row = rows[0]; row; row = rows[at]) {
    const end = endOf(rows, at)
    const below = rows.slice(at + 1, end)
    items.push({ ...row.item, ...(depth + 1 < levels && { children: toTree(below, levels, depth + 1) }) })
    at = end
  }
  return items
}

/** The field of a row in the values: `items.1.children.0`. */
export function fieldOf(rows: readonly MenuRowItem[], at: number): string {
  const depth = rows[at]?.depth ?? 0
  let position = 0
  for (let place = at - 1; place >= 0; place--) {
    const above = rows[place]?.depth ?? 0
    if (above === depth) position++
    if (above < depth) return `${fieldOf(rows, place)}.children.${position}`
  }
  return `items.${position}`
}

/** The name of a part of the page that shows a menu: `TopBar` is "Top bar". */
export const partName = (component: string) =>
  component.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
