import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#admin/api.ts'
import { EntryField } from '#admin/parts/entry-field.tsx'
import { queryKeys } from '#admin/query-keys.ts'
import type { ResourceFormProps } from '#admin/resource/resource.ts'
import { MENU_LEVELS, type MenuValues } from '#contract/admin/content/menus.ts'
import { type MenuRowItem, partName, toRows, toTree } from './menu-rows.ts'
import { MenuTree } from './menu-tree.tsx'

/** Name, key and the tree of a menu. */
export default function MenuForm({ value, errors, readOnly, id, onChange }: ResourceFormProps) {
  const { name = '', slug = '', items = [] } = value as Partial<MenuValues>
  const { data: shown } = useQuery({
    queryKey: queryKeys.menuLevels(id),
    queryFn: async ({ signal }) =>
      (await api.adminMenus.list({ per_page: 100 }, signal)).data.data.find((menu) => menu.id === id) ?? null,
    enabled: id !== undefined,
  })
  const levels = shown?.levels ?? MENU_LEVELS
  const [state, setState] = useState({ items, rows: toRows(items) })
  // Another version was taken.
  if (state.items !== items) setState({ items, rows: toRows(items) })

  function change(rows: readonly MenuRowItem[]) {
    const next = toTree(rows, MENU_LEVELS) as MenuValues['items']
    setState({ items: next, rows: [...rows] })
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
