import { useSortable } from '@dnd-kit/react/sortable'
import { useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, useState } from 'react'
import { Link } from 'react-router'
import { ApiError, api } from '#admin/api.ts'
import { AdminIcon, type AdminIconName } from '#admin/parts/admin-icon.tsx'
import { NotLoaded } from '#admin/parts/failure.tsx'
import { showMessage } from '#admin/parts/messages.tsx'
import { movedInTree } from '#admin/parts/place-text.ts'
import { BackLink, useTitle, Waiting } from '#admin/parts/screen-frame.tsx'
import { SortableArea, useMoves } from '#admin/parts/sorting.tsx'
import { screenStyles as screen, treeStyles as tree } from '#admin/parts/styles.ts'
import { dropRow, endOf, indentRow, moveRow, outdentRow } from '#admin/parts/tree-rows.ts'
import { queryKeys, useAnswer } from '#admin/query-keys.ts'
import type { CategoryTree } from '#contract/admin/catalog/categories.ts'
import { ownValue } from '#contract/rules/own-value.ts'

type TreeRow = CategoryTree['rows'][number] & { key: number }
type Rows = readonly TreeRow[]

/** Deeper trees are not offered here; the form of a category has no limit. */
const LEVELS = 10
const queryKey = queryKeys.categoryTree

/** The categories as a tree: dragged, or moved and nested by buttons and Alt with an arrow. Each move is saved at once. */
export default function CategoryOrder() {
  useTitle('Category order')
  const client = useQueryClient()
  const [pending, setPending] = useState<Rows>()
  const { list, focusNext, announced, setAnnounced } = useMoves()
  const { data, error, refetch } = useAnswer(queryKey, (signal) => api.adminCategories.tree({}, signal))

  if (error) return <NotLoaded error={error} onRetry={refetch} />
  if (!data) return <Waiting />
  const { version } = data
  const rows = pending ?? data.rows.map((row) => ({ ...row, key: row.id }))

  /** @returns whether it was moved */
  async function move(next: Rows, key: number): Promise<boolean> {
    const row = rows.find((one) => one.key === key)
    if (pending || next === rows || !row) {
      if (!pending) setAnnounced(`Not moved: ${row?.name}`)
      return false
    }
    setPending(next)
    try {
      const { data: saved } = await api.adminCategories.move({ id: key, version, ...targetOf(next, key) })
      client.setQueryData(queryKey, saved)
      setAnnounced(movedInTree(next, key, row.name))
      await client.invalidateQueries({ queryKey: queryKeys.list('categories') })
      return true
    } catch (refused) {
      if (!(refused instanceof ApiError)) throw refused
      const stored = refused.stale<CategoryTree>()
      if (stored) client.setQueryData(queryKey, stored)
      showMessage(refused.message, 'bad')
      setAnnounced(`Not moved: ${row.name}`)
      return false
    } finally {
      setPending(undefined)
    }
  }

  return (
    <>
      <BackLink to="/categories">Categories</BackLink>
      <h1>Category order</h1>
      <p className={screen.help}>
        Drag a category, or use its buttons or Alt with an arrow key. It moves with all below it, and its
        address changes with its parent. Every move is saved at once.
      </p>
      {rows.length === 0 && <p className={screen.empty}>There is no category yet.</p>}
      {rows.length > 0 && (
        <SortableArea onMove={(_, to, key) => move(dropRow(rows, Number(key), to, LEVELS), Number(key))}>
          <ol ref={list} className={tree.rows} aria-label="Categories" aria-busy={pending !== undefined}>
            {rows.map((row, at) => (
              <Row
                key={row.key}
                row={row}
                at={at}
                rows={rows}
                onMove={(next, focused) => {
                  focusNext.current = `[data-key="${row.key}"] ${focused}`
                  void move(next, row.key)
                }}
              />
            ))}
          </ol>
        </SortableArea>
      )}
      <p role="status" className="visually-hidden">
        {announced}
      </p>
    </>
  )
}

/** Parent and following sibling of a row. */
function targetOf(rows: Rows, key: number) {
  const at = rows.findIndex((row) => row.key === key)
  const depth = rows[at]?.depth ?? 0
  const parent = rows.findLast((row, place) => place < at && row.depth < depth)
  const next = rows[endOf(rows, at)]
  return { parent_id: parent?.id ?? null, before_id: next?.depth === depth ? next.id : null }
}

type RowProps = {
  row: TreeRow
  at: number
  rows: Rows
  /** `focused`: the selector of what keeps the focus in the moved row. */
  onMove: (next: Rows, focused: string) => void
}

type Step = { icon: AdminIconName; label: string; move: (rows: Rows, at: number) => Rows }

/** The buttons of a row by the arrow key that does the same with Alt. */
const steps: Record<string, Step> = {
  ArrowUp: { icon: 'arrow-up', label: 'Move up', move: (rows, at) => moveRow(rows, at, -1) },
  ArrowDown: { icon: 'arrow-down', label: 'Move down', move: (rows, at) => moveRow(rows, at, 1) },
  ArrowLeft: { icon: 'chevron-left', label: 'Move one level up', move: outdentRow },
  ArrowRight: {
    icon: 'chevron-right',
    label: 'Move one level down',
    move: (rows, at) => indentRow(rows, at, LEVELS),
  },
}

function Row({ row, at, rows, onMove }: RowProps) {
  const { key, depth, name, path, all_products } = row
  const { ref, handleRef, isDragging } = useSortable({ id: key, index: at, data: { name } })

  function onKeyDown(event: KeyboardEvent<HTMLLIElement>) {
    const step = ownValue(steps, event.key)
    if (!event.altKey || !step) return
    event.preventDefault()
    const button = event.target instanceof HTMLElement && event.target.dataset.move
    onMove(step.move(rows, at), button ? `[data-move="${button}"]` : 'a')
  }

  return (
    <li
      ref={ref}
      data-key={key}
      data-dragging={isDragging || undefined}
      style={{ '--depth': depth }}
      onKeyDown={onKeyDown}
    >
      <div className={`${tree.box} ${tree.row}`}>
        <span ref={handleRef} className={tree.handle} aria-hidden="true" tabIndex={-1}>
          <AdminIcon name="grip" size={16} />
        </span>
        <span className={tree.name}>
          <Link to={`/categories/${key}/show`}>{name}</Link>
          <small>
            /{path} · {all_products} {all_products === 1 ? 'product' : 'products'}
            <span className="visually-hidden">, level {depth + 1}</span>
          </small>
        </span>
        <span className={tree.buttons}>
          {Object.entries(steps).map(([arrow, { icon, label, move }]) => {
            const next = move(rows, at)
            return (
              <button
                key={arrow}
                type="button"
                data-move={arrow}
                aria-label={`${label}: ${name}`}
                title={label}
                aria-disabled={next === rows || undefined}
                onClick={() => onMove(next, `[data-move="${arrow}"]`)}
              >
                <AdminIcon name={icon} size={16} />
              </button>
            )
          })}
        </span>
      </div>
    </li>
  )
}
