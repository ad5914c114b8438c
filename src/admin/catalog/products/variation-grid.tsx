import {
  type ClipboardEvent,
  type KeyboardEvent,
  type ReactNode,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useFormat } from '#admin/parts/format.ts'
import { showMessage } from '#admin/parts/messages.tsx'
import { useCurrencyDigits } from '#admin/parts/money-entry.tsx'
import { useSession } from '#admin/session-context.ts'
import type { VariationValues } from '#contract/admin/catalog/products.ts'
import { fillDown, pasteCells, type TypedField, typedFields } from './paste-cells.ts'
import css from './product-screen.module.css'
import { type RowAction, VariationRow } from './variation-row.tsx'

/** With more variations than this, those of one value of the first option can be folded. */
const MOST_UNFOLDED = 40

type Props = {
  variations: VariationValues[]
  /** The labels of the options of each, in its order. */
  labels: readonly (readonly string[])[]
  errors: Record<string, string[]>
  selected: ReadonlySet<number>
  isReadOnly: boolean
  onSelect: (selected: ReadonlySet<number>) => void
  /** The same variations with other values. */
  onChange: (variations: VariationValues[]) => void
  /** Other variations. */
  onReplace: (variations: VariationValues[]) => void
}

/** Prices and SKUs of all variations. Cells of a spreadsheet are pasted; arrows move, and Ctrl+D fills down. */
export function VariationGrid(props: Props) {
  const { variations, labels, errors, selected, isReadOnly, onSelect, onChange, onReplace } = props
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
  const row = (at: number) => {
    const variation = variations[at]!
    return (
      <VariationRow
        key={variation.id ?? `new ${at}`}
        {...shape}
        {...{ variation, at, act }}
        name={labels[at]?.join(' / ') || variation.sku || `Variation ${at + 1}`}
        isSelected={selected.has(at)}
        refused={refusedFields(errors, at)}
      />
    )
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is scrolled with the keyboard.
    <section className={css.scroller} tabIndex={0} aria-label="All variations">
      <table className={css.grid} {...(!isReadOnly && cells)}>
        <Headings
          {...shape}
          hasOptions={shape.hasSeveral || (labels[0]?.length ?? 0) > 0}
          isAllSelected={selected.size === variations.length}
          onSelectAll={(isOn) => onSelect(new Set(isOn ? variations.keys() : []))}
        />
        {groupsOf(labels).map(({ label, positions }) =>
          label === undefined ? (
            <tbody key="all">{positions.map(row)}</tbody>
          ) : (
            <Group
              key={label}
              label={label}
              variations={positions.map((at) => variations[at]!)}
              hasErrors={positions.some((at) => refusedFields(errors, at) !== '')}
              rows={() => positions.map(row)}
            />
          ),
        )}
      </table>
    </section>
  )
}

/** A function that stays the same and does what the latest one does. */
function useStable<Arguments extends unknown[]>(run: (...args: Arguments) => void) {
  const latest = useRef(run)
  useLayoutEffect(() => {
    latest.current = run
  })
  return useRef((...args: Arguments) => latest.current(...args)).current
}

const refusedFields = (errors: Props['errors'], at: number) =>
  Object.keys(errors)
    .flatMap((path) => (path.startsWith(`variations.${at}.`) ? (path.split('.')[2] ?? []) : []))
    .join()

/** Positions by the first option, when they are many; otherwise all together. */
function groupsOf(labels: Props['labels']): { label: string | undefined; positions: number[] }[] {
  const groups = Map.groupBy(labels.keys(), (at) => labels[at]?.[0] ?? '')
  if (labels.length <= MOST_UNFOLDED || groups.size < 2 || groups.size === labels.length)
    return [{ label: undefined, positions: [...labels.keys()] }]
  return [...groups].map(([label, positions]) => ({ label, positions }))
}

type GroupProps = {
  label: string
  variations: readonly VariationValues[]
  hasErrors: boolean
  rows: () => ReactNode
}

function Group({ label, variations, hasErrors, rows }: GroupProps) {
  const { money, count } = useFormat()
  const { currency } = useSession().session.shop
  const [isOpen, setOpen] = useState(false)
  const prices = variations.map(({ selling_price }) => selling_price)
  const range = [...new Set([Math.min(...prices), Math.max(...prices)])]
  const isShown = isOpen || hasErrors
  return (
    <tbody>
      <tr className={css.group}>
        <th colSpan={14} scope="rowgroup">
          <button type="button" aria-expanded={isShown} onClick={() => setOpen(!isShown)}>
            {label}
            <small>
              {count(variations.length)} {variations.length === 1 ? 'variation' : 'variations'},{' '}
              {range.map((amount) => money({ amount, currency })).join(' to ')}
            </small>
          </button>
        </th>
      </tr>
      {isShown && rows()}
    </tbody>
  )
}

/** What the table does with keys and pasted text in its cells. */
function useCells({ variations, onChange }: Props, hasNew: boolean) {
  const unit = 10 ** useCurrencyDigits()
  const shown = typedFields.filter((field) => field !== 'initial_stock' || hasNew)
  return {
    onPaste(event: ClipboardEvent<HTMLElement>) {
      const from = cellOf(event.target)
      const text = event.clipboardData.getData('text/plain')
      if (!from || !/[\t\n]/.test(text.trim())) return
      event.preventDefault()
      const { variations: next, filled, unreadable } = pasteCells(variations, text, { shown, from, unit })
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
        onChange(fillDown(variations, from))
        showMessage('Filled down', 'good', { label: 'Undo', run: () => onChange(variations) })
      } else focusCell(event.currentTarget, from.at + (by ?? 0), from.field)
    },
  }
}

function cellOf(target: EventTarget): { at: number; field: TypedField } | undefined {
  const cell = target instanceof HTMLElement ? target.closest<HTMLElement>('td[data-field]') : null
  const field = typedFields.find((one) => one === cell?.dataset.field)
  const at = cell?.closest('tr')?.dataset.at
  return field && at !== undefined ? { at: Number(at), field } : undefined
}

const focusCell = (table: HTMLElement, at: number, field: TypedField) =>
  table.querySelector<HTMLInputElement>(`tr[data-at="${at}"] [data-field="${field}"] input`)?.select()

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
