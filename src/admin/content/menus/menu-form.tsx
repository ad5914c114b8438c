import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#admin/api.ts'
import { EntryField } from '#admin/parts/entry-field.tsx'
import { queryKeys } from '#admin/query-keys.ts'
import type { ResourceFormProps } from '#admin/resource/resource.ts'
import { MENU_LEVELS, type MenuItemValues, type MenuValues } from '#contract/admin/content/menus.ts'
import { type MenuRowItem, partName, toRows, toTree } from './menu-rows.ts'
import { MenuTree } from './menu-tree.tsx'

const noItems: MenuItemValues[] = []
type State = { items: readonly MenuItemValues[]; rows: readonly MenuRowItem[] }

/** Name, key and the tree of a menu. */
export default function MenuForm(props: ResourceFormProps<Partial<MenuValues>>) {
  const { value, errors, readOnly, id, onChange } = props
  const { name = '', slug = '', items = noItems } = value
  const { data: shown } = useQuery({
    queryKey: queryKeys.menuLevels(id),
    queryFn: async ({ signal }) =>
      (await api.adminMenus.list({ per_page: 100 }, signal)).data.data.find((menu) => menu.id === id) ?? null,
    enabled: id !== undefined,
  })
  const levels = shown?.levels ?? MENU_LEVELS
  const [state, setState] = useState<State>({ items, rows: toRows(items) })
  // Another version was taken.
  if (state.items !== items) setState({ items, rows: toRows(items) })

  function change(rows: readonly MenuRowItem[]) {
    const next = toTree(rows, MENU_LEVELS)
    setState({ items: next, rows })
    onChange({ ...value, items: next })
  }

  return (
    <>
      <EntryField
        label="Name"
        maxLength={120}
        readOnly={readOnly}
        errors={errors.name}
        value={name}
        onChange={({ target }) => onChange({ ...value, name: target.value })}
      />
      <EntryField
        label="Key"
        maxLength={200}
        hint="Header and footer refer to the menu by it; made from the name when empty."
        readOnly={readOnly}
        errors={errors.slug}
        value={slug}
        onChange={({ target }) => onChange({ ...value, slug: target.value })}
      />
      <MenuTree
        rows={state.rows}
        levels={levels}
        where={(shown?.shown_in ?? []).map(partName)}
        errors={errors}
        isReadOnly={readOnly}
        onChange={change}
      />
    </>
  )
}
