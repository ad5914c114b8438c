import { useSortable } from '@dnd-kit/react/sortable'
import { useId, useState } from 'react'
import { useFormServices } from '#admin/form/form-services.ts'
import { LinkInput } from '#admin/form/link-input.tsx'
import { AdminIcon, type AdminIconName } from '#admin/parts/admin-icon.tsx'
import { EntryField } from '#admin/parts/entry-field.tsx'
import { movedInTree } from '#admin/parts/place-text.ts'
import { SortableArea, useMoves } from '#admin/parts/sorting.tsx'
import { recordStyles, treeStyles as tree } from '#admin/parts/styles.ts'
import { dropRow, endOf, indentRow, moveRow, outdentRow, removeRow } from '#admin/parts/tree-rows.ts'
import { Button } from '#ui/button.tsx'
import { imageUrl } from '#ui/image-url.ts'
import { fieldOf, type MenuRowItem, newRow } from './menu-rows.ts'
import css from './menu-tree.module.css'

type Props = {
  rows: readonly MenuRowItem[]
  levels: number
  /** The parts of the page that show the menu. */
  where: readonly string[]
  errors: Record<string, string[]>
  isReadOnly: boolean
  onChange: (rows: readonly MenuRowItem[]) => void
}

const levelNames = ['one level', 'two levels', 'three levels']

/** The items of a menu: dragged, or moved and nested by buttons. */
export function MenuTree({ rows, levels, where, errors, isReadOnly, onChange }: Props) {
  const heading = useId()
  const [open, setOpen] = useState<number>()
  const { list, focusNext, announced, setAnnounced } = useMoves()

  function apply(next: readonly MenuRowItem[], message: string) {
    if (next === rows) return
    setAnnounced(message)
    onChange(next)
  }

  function add(at: number, depth: number) {
    const row = newRow(depth)
    setOpen(row.key)
    focusNext.current = `[data-key="${row.key}"] input`
    apply([...rows.slice(0, at), row, ...rows.slice(at)], 'Added')
  }

  return (
    <section className={css.tree} aria-labelledby={heading}>
      <h2 id={heading}>Items</h2>
      <p className={css.help}>
        {where.length > 0
          ? `Shown by ${where.join(' and ')}: ${levelNames[levels - 1]}.`
          : `Up to ${levelNames[levels - 1]}.`}{' '}
        An item without a link is a heading.
      </p>
      {errors.items?.[0] && <p role="alert">{errors.items[0]}</p>}
      {rows.length > 0 && (
        <SortableArea
          onMove={(_, to, key) => {
            const next = dropRow(rows, Number(key), to, levels)
            apply(next, movedInTree(next, Number(key), nameOf(rows.find((row) => row.key === key))))
            return next !== rows
          }}
        >
          <ol ref={list} className={tree.rows}>
            {rows.map((row, at) => (
              <Row
                key={row.key}
                row={row}
                at={at}
                rows={rows}
                levels={levels}
                errors={errorsOf(errors, fieldOf(rows, at))}
                isReadOnly={isReadOnly}
                isOpen={open === row.key}
                onOpen={() => setOpen(open === row.key ? undefined : row.key)}
                onChange={(item) => onChange(rows.map((one) => (one === row ? { ...row, item } : one)))}
                onMoved={(next, button) => {
                  // The button of a removed row is gone.
                  const isRemoved = button === 'remove'
                  const focused = isRemoved ? (rows[at - 1] ?? rows[endOf(rows, at)]) : row
                  focusNext.current = `[data-key="${focused?.key}"] [data-move="${isRemoved ? 'up' : button}"]`
                  const name = nameOf(row)
                  apply(next, isRemoved ? `${name} removed` : movedInTree(next, row.key, name))
                }}
                onAddBelow={() => add(endOf(rows, at), row.depth + 1)}
              />
            ))}
          </ol>
        </SortableArea>
      )}
      {rows.length === 0 && <p className={css.help}>This menu has no items yet.</p>}
      {!isReadOnly && (
        <div>
          <Button look="secondary" onClick={() => add(rows.length, 0)}>
            Add an item
          </Button>
        </div>
      )}
      <p role="status" className="visually-hidden">
        {announced}
      </p>
    </section>
  )
}

const nameOf = (row: MenuRowItem | undefined) => row?.item.label || 'New item'

type RowErrors = { label?: string[]; url?: string[]; badge?: string[]; image_path?: string[] }

const errorsOf = (errors: Record<string, string[]>, field: string): RowErrors =>
  Object.fromEntries(
    ['label', 'url', 'badge', 'image_path'].flatMap((name) => {
      const texts = errors[`${field}.${name}`]
      return texts ? [[name, texts]] : []
    }),
  )

type RowProps = {
  row: MenuRowItem
  at: number
  rows: readonly MenuRowItem[]
  levels: number
  errors: RowErrors
  isReadOnly: boolean
  isOpen: boolean
  onOpen: () => void
  onChange: (item: MenuRowItem['item']) => void
  onMoved: (next: readonly MenuRowItem[], button: string) => void
  onAddBelow: () => void
}

function Row(props: RowProps) {
  const { row, at, rows, levels, errors, isReadOnly, isOpen, onOpen, onMoved, onAddBelow } = props
  const { key, depth, item } = row
  const name = nameOf(row)
  const { ref, handleRef, isDragging } = useSortable({
    id: key,
    index: at,
    disabled: isReadOnly,
    data: { name },
  })
  const panel = useId()
  const hasError = Object.keys(errors).length > 0
  const isShown = isOpen || hasError
  const button = (icon: AdminIconName, what: string, move: string, next: readonly MenuRowItem[]) => (
    <button
      type="button"
      data-move={move}
      aria-label={`${what}: ${name}`}
      title={what}
      aria-disabled={next === rows || undefined}
      onClick={() => onMoved(next, move)}
    >
      <AdminIcon name={icon} size={16} />
    </button>
  )
  return (
    <li
      ref={isReadOnly ? undefined : ref}
      data-key={key}
      style={{ '--depth': depth }}
      data-dragging={isDragging || undefined}
      aria-label={`${name}, level ${depth + 1}`}
    >
      <div className={tree.box}>
        <div className={tree.row}>
          {!isReadOnly && (
            <span ref={handleRef} className={tree.handle} aria-hidden="true" tabIndex={-1}>
              <AdminIcon name="grip" size={16} />
            </span>
          )}
          <button
            type="button"
            className={tree.name}
            aria-expanded={isShown}
            aria-controls={panel}
            onClick={onOpen}
          >
            <span>{name}</span>
            <small>{item.url || 'Heading'}</small>
          </button>
          {!isReadOnly && (
            <span className={tree.buttons}>
              {button('arrow-up', 'Move up', 'up', moveRow(rows, at, -1))}
              {button('arrow-down', 'Move down', 'down', moveRow(rows, at, 1))}
              {button('chevron-left', 'Move one level up', 'out', outdentRow(rows, at))}
              {button('chevron-right', 'Move one level down', 'in', indentRow(rows, at, levels))}
              {depth + 1 < levels && (
                <button
                  type="button"
                  aria-label={`Add below: ${name}`}
                  title="Add below"
                  onClick={onAddBelow}
                >
                  <AdminIcon name="plus" size={16} />
                </button>
              )}
              {button('trash', 'Remove', 'remove', removeRow(rows, at))}
            </span>
          )}
        </div>
        <div id={panel} hidden={!isShown}>
          {isShown && <ItemFields {...props} />}
        </div>
      </div>
    </li>
  )
}

function ItemFields({ row: { item }, errors, isReadOnly, onChange }: RowProps) {
  const { chooseImage } = useFormServices()
  const link = useId()
  const { label, url, opens_new_tab, badge, image_path } = item
  return (
    <div className={css.fields}>
      <EntryField
        label="Label"
        maxLength={120}
        readOnly={isReadOnly}
        errors={errors.label}
        value={label}
        onChange={({ target }) => onChange({ ...item, label: target.value })}
      />
      <div className={css.field}>
        <label htmlFor={link}>Link</label>
        <LinkInput
          attributes={{
            id: link,
            'aria-describedby': `${link}-below`,
            ...(errors.url && { 'aria-invalid': true }),
          }}
          label="Link"
          value={url}
          isReadOnly={isReadOnly}
          onChange={(next) => onChange({ ...item, url: next })}
        />
        <p id={`${link}-below`} data-tone={errors.url ? 'bad' : undefined}>
          {errors.url?.[0] ?? 'Starts with /, #, https://, mailto: or tel:'}
        </p>
      </div>
      <label className={css.switch}>
        <input
          type="checkbox"
          checked={opens_new_tab}
          disabled={isReadOnly}
          onChange={({ target }) => onChange({ ...item, opens_new_tab: target.checked })}
        />
        Opens a new tab
      </label>
      <EntryField
        label="Badge"
        maxLength={20}
        hint="A word beside the label, such as “New”."
        readOnly={isReadOnly}
        errors={errors.badge}
        value={badge}
        onChange={({ target }) => onChange({ ...item, badge: target.value })}
      />
      <div className={css.picture}>
        {image_path && <img src={imageUrl(image_path, 320)} alt="" width={64} height={64} />}
        <span>{errors.image_path?.[0] ?? 'Picture in the panel of a main item'}</span>
        {!isReadOnly && chooseImage && (
          <span className={recordStyles.actions}>
            <Button
              look="secondary"
              aria-label={`${image_path ? 'Replace' : 'Choose'} the picture`}
              onClick={async () => {
                const chosen = await chooseImage()
                if (chosen) onChange({ ...item, image_path: chosen.path })
              }}
            >
              {image_path ? 'Replace' : 'Choose'}
            </Button>
            {image_path && (
              <Button
                look="quiet"
                aria-label="Remove the picture"
                onClick={() => onChange({ ...item, image_path: null })}
              >
                Remove
              </Button>
            )}
          </span>
        )}
      </div>
    </div>
  )
}
