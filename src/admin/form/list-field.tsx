import { useSortable } from '@dnd-kit/react/sortable'
import { type ReactNode, useRef, useState } from 'react'
import { countryName } from '#contract/rules/locale.ts'
import { Button } from '#ui/button.tsx'
import { imageUrl } from '#ui/image-url.ts'
import { AdminIcon } from '../parts/admin-icon.tsx'
import { movedTo } from '../parts/place-text.ts'
import { SortableArea, useMoves } from '../parts/sorting.tsx'
import { isObject } from './field-props.ts'
import css from './form.module.css'
import { type FormNode, initialValue, titleOf } from './prepare-schema.ts'

type Props = {
  id: string
  node: FormNode
  items: readonly unknown[]
  isReadOnly: boolean
  hasError: (index: number) => boolean
  /** What an item is called, when its content does not say. */
  nameOf?: ((item: unknown) => string | undefined) | undefined
  /** The path of a picture beside the name of a compound item. */
  pictureOf?: ((item: unknown) => string | undefined) | undefined
  /** Asks for the new item; nothing is added without one. */
  newItem?: (() => Promise<unknown>) | undefined
  onChange: (items: unknown[]) => void
  children: (item: unknown, index: number) => ReactNode
}

let lastKey = 0
const newKey = () => ++lastKey

/** A list whose items are added and removed, and moved by buttons or by dragging. */
export function ListField(props: Props) {
  const { id, node, items, isReadOnly, hasError, pictureOf, children } = props
  const { title = 'Items', description, items: itemNode, maxItems, minItems = 0 } = node
  const { list, keys, addedKey, announced, nameAt, move, reorder, remove, add } = useItems(props)
  const isCompound = itemNode?.type === 'object' && itemNode.widget !== 'json'
  const canAdd = !isReadOnly && (maxItems === undefined || items.length < maxItems)
  return (
    <fieldset id={id} className={css.fieldset} tabIndex={-1}>
      <legend>{title}</legend>
      {description && <p className={css.help}>{description}</p>}
      {items.length > 0 && (
        <SortableArea onMove={reorder}>
          <ol ref={list} className={css.list}>
            {items.map((item, index) => {
              const key = keys.current[index] ?? 0
              return (
                <ListItem
                  key={key}
                  id={key}
                  index={index}
                  name={nameAt(index)}
                  picture={pictureOf?.(item)}
                  isCompound={isCompound}
                  isOpen={key === addedKey || hasError(index)}
                  isDraggable={!isReadOnly && items.length > 1}
                  buttons={
                    !isReadOnly && (
                      <ItemButtons
                        name={nameAt(index)}
                        isFirst={index === 0}
                        isLast={index === items.length - 1}
                        canRemove={items.length > minItems}
                        onMove={(direction) => move(index, direction)}
                        onRemove={() => remove(index)}
                      />
                    )
                  }
                >
                  {() => children(item, index)}
                </ListItem>
              )
            })}
          </ol>
        </SortableArea>
      )}
      {canAdd && (
        <Button look="secondary" aria-label={`Add to ${title}`} onClick={() => void add()}>
          Add
        </Button>
      )}
      <p role="status" className={css.announced}>
        {announced}
      </p>
    </fieldset>
  )
}

type Direction = 'up' | 'down'

/** The keys of the items, which the values do not have, and their changes with what is announced and focused after each. */
function useItems({ node, items, nameOf, newItem, onChange }: Props) {
  const { title = 'Items', items: itemNode } = node
  const keys = useRef<number[]>([])
  while (keys.current.length < items.length) keys.current.push(newKey())
  keys.current.length = items.length
  const [addedKey, setAddedKey] = useState<number>()
  const { list, focusNext, announced, setAnnounced } = useMoves()

  const nameAt = (index: number) =>
    nameOf?.(items[index]) || summaryOf(items[index], itemNode) || `${singularOf(title)} ${index + 1}`

  function change(next: unknown[], nextKeys: number[], message: string) {
    keys.current = nextKeys
    setAnnounced(message)
    onChange(next)
  }

  function reorder(from: number, to: number) {
    change(moved(items, from, to), moved(keys.current, from, to), movedTo(nameAt(from), to, items.length))
  }

  function move(from: number, direction: Direction) {
    focusNext.current = `[data-key="${keys.current[from]}"] > * [data-move="${direction}"]`
    reorder(from, direction === 'up' ? from - 1 : from + 1)
  }

  function remove(index: number) {
    const without = <T,>(all: readonly T[]) => all.filter((_, at) => at !== index)
    change(without(items), without(keys.current), `${nameAt(index)} removed`)
  }

  async function add() {
    const chosen = await newItem?.()
    if (newItem && chosen === undefined) return
    const key = newKey()
    setAddedKey(key)
    // After a dialog the focus is back on the button, for the next item.
    if (!newItem) focusNext.current = `[data-key="${key}"] summary, [data-key="${key}"] input`
    change([...items, chosen ?? (itemNode ? initialValue(itemNode) : '')], [...keys.current, key], 'Added')
  }

  return { list, keys, addedKey, announced, nameAt, move, reorder, remove, add }
}

type ButtonsProps = {
  name: string
  isFirst: boolean
  isLast: boolean
  canRemove: boolean
  onMove: (direction: Direction) => void
  onRemove: () => void
}

const ItemButtons = ({ name, isFirst, isLast, canRemove, onMove, onRemove }: ButtonsProps) => (
  <span className={css.itemButtons}>
    <button
      type="button"
      data-move="up"
      aria-label={`Move up: ${name}`}
      aria-disabled={isFirst || undefined}
      onClick={() => isFirst || onMove('up')}
    >
      ↑
    </button>
    <button
      type="button"
      data-move="down"
      aria-label={`Move down: ${name}`}
      aria-disabled={isLast || undefined}
      onClick={() => isLast || onMove('down')}
    >
      ↓
    </button>
    <button type="button" aria-label={`Remove: ${name}`} disabled={!canRemove} onClick={onRemove}>
      ×
    </button>
  </span>
)

type ItemProps = {
  id: number
  index: number
  name: string
  picture: string | undefined
  isCompound: boolean
  isOpen: boolean
  isDraggable: boolean
  buttons: ReactNode
  children: () => ReactNode
}

function ListItem({
  id,
  index,
  name,
  picture,
  isCompound,
  isOpen,
  isDraggable,
  buttons,
  children,
}: ItemProps) {
  // Without a handle the whole item would become one, which nests buttons.
  const { ref, handleRef, isDragging } = useSortable({ id, index, disabled: !isDraggable, data: { name } })
  // Closed items are not rendered: forty answers would load forty editors.
  const [isOpened, setOpened] = useState(isOpen)
  const handle = isDraggable && (
    <span ref={handleRef} className={css.handle} aria-hidden="true" tabIndex={-1}>
      <AdminIcon name="grip" size={16} />
    </span>
  )
  return (
    <li ref={isDraggable ? ref : undefined} data-key={id} data-dragging={isDragging || undefined}>
      {isCompound ? (
        <div className={css.compound}>
          {handle}
          <details
            open={isOpen || undefined}
            onToggle={({ currentTarget }) => currentTarget.open && setOpened(true)}
          >
            <summary data-picture={picture ? '' : undefined}>
              {picture && <img src={imageUrl(picture, 320)} alt="" width={40} height={40} loading="lazy" />}
              <span>{name}</span>
            </summary>
            {(isOpened || isOpen) && children()}
          </details>
          {buttons}
        </div>
      ) : (
        <div className={css.simple}>
          {handle}
          <div>{children()}</div>
          {buttons}
        </div>
      )}
    </li>
  )
}

function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const next = [...list]
  next.splice(to, 0, ...next.splice(from, 1))
  return next
}

const tellingNames = ['title', 'heading', 'question', 'label', 'name']

/** The title of an item, or its first text, says which one it is. */
function summaryOf(item: unknown, node: FormNode | undefined): string {
  if (typeof item === 'string' || typeof item === 'number') return String(item).slice(0, 60)
  if (!isObject(item)) return ''
  const kind = node?.variants ? titleOf(String(item[node.variantKey ?? 'type'] ?? '')) : ''
  // In the order of the form: stored values have another one.
  const names = [...tellingNames, ...Object.keys(node?.properties ?? item)]
  const [{ name, text } = { name: '', text: '' }] = names.flatMap((one) => {
    const value = item[one]
    const says = one !== node?.variantKey && typeof value === 'string' && value.trim() !== ''
    return says ? [{ name: one, text: value }] : []
  })
  const own = node?.properties?.[name]
  const short = (own?.widget === 'country' ? countryName(text) : text)
    .replace(/<[^<>]*>/g, ' ')
    .trim()
    .slice(0, 60)
  return [kind, short].filter(Boolean).join(': ')
}

const singularOf = (title: string) => (title.endsWith('s') ? title.slice(0, -1) : title)
