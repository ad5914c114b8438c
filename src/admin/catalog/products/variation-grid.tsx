import { type ClipboardEvent, type KeyboardEvent, memo, type ReactNode, useMemo, useState } from 'react'
import { useFormat } from '#admin/parts/format.ts'
import { showMessage } from '#admin/parts/messages.tsx'
import { useCurrencyDigits } from '#admin/parts/money-entry.tsx'
import { useStable } from '#admin/parts/use-record-editor.ts'
import { useSession } from '#admin/session-context.ts'
import type { VariationValues } from '#contract/admin/catalog/products.ts'
import { MOST_UNFOLDED } from './change-variations.ts'
import { MOST_FOUND } from './find-variation.tsx'
import { fillDown, pasteCells, type TypedField, typedFields } from './paste-cells.ts'
import css from './product-screen.module.css'
import { type RowAction, VariationRow } from './variation-row.tsx'

type Props = {
  variations: VariationValues[]
  /** The labels of the options of each, in its order. */
  labels: readonly (readonly string[])[]
  errors: Record<string, string[]>
  selected: ReadonlySet<number>
  /** Positions of those that are searched for; by default all of them, folded. */
  found: readonly number[] | undefined
  isReadOnly: boolean
  onSelect: (selected: ReadonlySet<number>) => void
  /** The same variations with other values. */
  onChange: (variations: VariationValues[]) => void
  /** Other variations. */
  onReplace: (variations: VariationValues[]) => void
}

/** Prices and SKUs of all variations. Cells of a spreadsheet are pasted; arrows move, and Ctrl+D fills down. */
export function VariationGrid(props: Props) {
  const { variations, labels, errors, selected, found, isReadOnly, onSelect, onChange, onReplace } = props
  const act = useStable((at: number, action: RowAction) => {
    if (action === 'remove') onReplace(variations.filter((_, index) => index !== at))
    else if (action === 'make default')
      onChange(variations.map((each, index) => ({ ...each, is_default: index === at })))
    else if ('select' in action) {
      const next = new Set(selected)
      if (action.select) next.add(at)
      else next.delete(at)
      onSelect(next)
    } else onChange(variations.with(at, { ...variations[at]!, ...action.change }))
  })
  const shape = {
    hasSeveral: variations.length > 1,
    hasNew: variations.some(({ id }) => id === null),
    isReadOnly,
  }
  const cells = useCells(props, shape.hasNew)
  const refused = useMemo(() => refusedFields(errors), [errors])
  const groups = useMemo(() => (found ? undefined : groupsOf(labels)), [labels, found])
  const selectable = found ?? [...variations.keys()]
  const row = (at: number) => {
    const variation = variations[at]!
    return (
      <VariationRow
        key={variation.id ?? `new ${at}`}
        {...shape}
        {...{ variation, at, act }}
        name={labels[at]?.join(' / ') || variation.sku || `Variation ${at + 1}`}
        isSelected={selected.has(at)}
        refused={refused.get(at) ?? ''}
      />
    )
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is scrolled with the keyboard.
    <section className={css.scroller} tabIndex={0} aria-label="All variations">
      <table className={css.grid} aria-rowcount={variations.length + 1} {...(!isReadOnly && cells)}>
        <Headings
          {...shape}
          hasOptions={shape.hasSeveral || (labels[0]?.length ?? 0) > 0}
          isAllSelected={selectable.length > 0 && selectable.every((at) => selected.has(at))}
          onSelectAll={(isOn) => onSelect(new Set(isOn ? selectable : []))}
        />
        {found && <tbody>{found.slice(0, MOST_FOUND).map(row)}</tbody>}
        {groups?.map(({ label, positions }) =>
          label === undefined ? (
            <tbody key="all">{positions.map(row)}</tbody>
          ) : (
            <Group
              key={`${label} ${positions[0]}`}
              label={label}
              variations={positions.map((at) => variations[at]!)}
              hasErrors={positions.some((at) => refused.has(at))}
              rows={() => positions.map(row)}
            />
          ),
        )}
      </table>
    </section>
  )
}

/** The refused fields of the variations that have any, with commas, by position. */
function refusedFields(errors: Props['errors']): ReadonlyMap<number, string> {
  const fields = new Map<number, string>()
  for (const path of Object.keys(errors)) {
    const [of, at, field] = path.split('.')
    if (of !== 'variations' || at === undefined || field === undefined) continue
    const others = fields.get(Number(at))
    fields.set(Number(at), others === undefined ? field : `${others},${field}`)
  }
  return fields
}

/** The rows of one group; an open one is laid out at once. */
const MOST_IN_GROUP = 100

/** Positions by the first option, when they are many; a large group is divided. Otherwise all together. */
function groupsOf(labels: Props['labels']): { label: string | undefined; positions: number[] }[] {
  const all = [...labels.keys()]
  if (labels.length <= MOST_UNFOLDED) return [{ label: undefined, positions: all }]
  const groups = Map.groupBy(all, (at) => labels[at]?.[0] ?? '')
  if (groups.size >= 2 && groups.size < labels.length)
    return [...groups].flatMap(([label, positions]) =>
      positions.length <= MOST_IN_GROUP
        ? [{ label, positions }]
        : inRanges(positions, (at) => labels[at]?.join(' / ') ?? ''),
    )
  if (labels.length <= MOST_IN_GROUP) return [{ label: undefined, positions: all }]
  return inRanges(all, (at) => labels[at]?.join(' / ') ?? '')
}

/** `S to XL` */
const inRanges = (positions: readonly number[], labelOf: (at: number) => string) =>
  Array.from({ length: Math.ceil(positions.length / MOST_IN_GROUP) }, (_, index) => {
    const part = positions.slice(index * MOST_IN_GROUP, (index + 1) * MOST_IN_GROUP)
    return { label: `${labelOf(part[0] ?? 0)} to ${labelOf(part.at(-1) ?? 0)}`, positions: part }
  })

type GroupProps = {
  label: string
  variations: readonly VariationValues[]
  hasErrors: boolean
  rows: () => ReactNode
}

function Group({ label, variations, hasErrors, rows }: GroupProps) {
  const [isOpen, setOpen] = useState(false)
  const prices = variations.map(({ selling_price }) => selling_price)
  const isShown = isOpen || hasErrors
  return (
    <tbody>
      <GroupHeading
        {...{ label, isShown, setOpen }}
        size={variations.length}
        lowest={Math.min(...prices)}
        highest={Math.max(...prices)}
      />
      {isShown && rows()}
    </tbody>
  )
}

type HeadingProps = {
  label: string
  size: number
  lowest: number
  highest: number
  isShown: boolean
  setOpen: (isOpen: boolean) => void
}

/** Rendered when it says something else: formatted amounts of 100 groups cost more than the row that is typed into. */
const GroupHeading = memo(function GroupHeading(props: HeadingProps) {
  const { label, size, lowest, highest, isShown, setOpen } = props
  const { money, count } = useFormat()
  const { currency } = useSession().session.shop
  return (
    <tr className={css.group}>
      <th colSpan={14} scope="rowgroup">
        <button type="button" aria-expanded={isShown} onClick={() => setOpen(!isShown)}>
          {label}
          <small>
            {count(size)} {size === 1 ? 'variation' : 'variations'},{' '}
            {[...new Set([lowest, highest])].map((amount) => money({ amount, currency })).join(' to ')}
          </small>
        </button>
      </th>
    </tr>
  )
})

/** What the table does with keys and pasted text in its cells. */
function useCells({ variations, found, onChange }: Props, hasNew: boolean) {
  const unit = 10 ** useCurrencyDigits()
  const shown = typedFields.filter((field) => field !== 'initial_stock' || hasNew)
  return {
    onPaste(event: ClipboardEvent<HTMLElement>) {
      const from = cellOf(event.target)
      const text = event.clipboardData.getData('text/plain')
      if (!from || !/[\t\n]/.test(text.trim())) return
      event.preventDefault()
      const {
        variations: next,
        filled,
        unreadable,
      } = pasteCells(variations, text, {
        ...{ shown, from, unit, found },
      })
      onChange(next)
      const bad = unreadable.length > 0
      showMessage(
        `${filled} ${filled === 1 ? 'cell' : 'cells'} filled.${
          bad
            ? ` Not readable: ${unreadable
                .slice(0, 5)
                .map((cell) => cell || 'an empty price')
                .join(', ')}`
            : ''
        }`,
        bad ? 'bad' : 'good',
        { label: 'Undo', run: () => onChange(variations) },
      )
    },
    onKeyDown(event: KeyboardEvent<HTMLElement>) {
      const from = cellOf(event.target)
      if (!from || event.altKey || event.shiftKey) return
      const isFill = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'd'
      const by = event.ctrlKey || event.metaKey ? undefined : { ArrowUp: -1, ArrowDown: 1 }[event.key]
      if (!isFill && by === undefined) return
      event.preventDefault()
      if (isFill) {
        const { variations: next, filled } = fillDown(variations, from, found)
        onChange(next)
        showMessage(`Filled down: ${filled} ${filled === 1 ? 'variation' : 'variations'}`, 'good', {
          label: 'Undo',
          run: () => onChange(variations),
        })
      } else focusCell(event, by ?? 0, from.field)
    },
  }
}

function cellOf(target: EventTarget): { at: number; field: TypedField } | undefined {
  const cell = target instanceof HTMLElement ? target.closest<HTMLElement>('td[data-field]') : null
  const field = typedFields.find((one) => one === cell?.dataset.field)
  const at = cell?.closest('tr')?.dataset.at
  return field && at !== undefined ? { at: Number(at), field } : undefined
}

/** The same cell of the next row that is shown; folded ones are passed over. */
function focusCell(
  { currentTarget: table, target }: KeyboardEvent<HTMLElement>,
  by: number,
  field: TypedField,
) {
  const rows = [...table.querySelectorAll<HTMLElement>('tr[data-at]')]
  const at = rows.findIndex((row) => target instanceof Node && row.contains(target))
  rows[at + by]?.querySelector<HTMLInputElement>(`[data-field="${field}"] input`)?.select()
}

type HeadingsProps = {
  hasSeveral: boolean
  hasNew: boolean
  isReadOnly: boolean
  hasOptions: boolean
  isAllSelected: boolean
  onSelectAll: (isOn: boolean) => void
}

const Headings = ({
  hasOptions,
  hasSeveral,
  hasNew,
  isReadOnly,
  isAllSelected,
  onSelectAll,
}: HeadingsProps) => (
  <thead>
    <tr>
      {hasSeveral && !isReadOnly && (
        <th scope="col" className={css.check}>
          <input
            type="checkbox"
            aria-label="Select all variations"
            checked={isAllSelected}
            onChange={({ target }) => onSelectAll(target.checked)}
          />
        </th>
      )}
      {hasOptions && <th scope="col">Options</th>}
      <th scope="col">SKU</th>
      <th scope="col">Price</th>
      <th scope="col">Compare price</th>
      <th scope="col">Cost</th>
      <th scope="col">Margin</th>
      {hasNew && <th scope="col">Stock</th>}
      <th scope="col">Count stock</th>
      <th scope="col">Weight (g)</th>
      <th scope="col">Content</th>
      <th scope="col">Barcode</th>
      <th scope="col">Published</th>
      {hasSeveral && (
        <>
          <th scope="col">Default</th>
          <th scope="col">
            <span className="visually-hidden">Remove</span>
          </th>
        </>
      )}
    </tr>
  </thead>
)
