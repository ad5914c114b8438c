import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#admin/api.ts'
import { ActionDialog } from '#admin/parts/action-dialog.tsx'
import { EntryField, EntrySelect, optionsOf } from '#admin/parts/entry-field.tsx'
import { showMessage } from '#admin/parts/messages.tsx'
import { entry, readEntries } from '#admin/parts/read-entries.ts'
import { queryKeys } from '#admin/query-keys.ts'
import type { ProductStock, StockRules } from '#contract/admin/catalog/product-actions.ts'
import { keysOf } from '#contract/rules/own-value.ts'

type Variation = ProductStock['variations'][number]

/** How variations of a product are sold: all of them, or one. The fields begin with what the first of them has. */
export function StockRulesDialog({ id, variations }: { id: number; variations: readonly Variation[] }) {
  const queryClient = useQueryClient()
  const [target, setTarget] = useState('all')
  const chosen = variations.filter((variation) => target === 'all' || String(variation.id) === target)

  async function save(form: HTMLFormElement) {
    const { data, message } = await api.adminProducts.setStockRules({
      id,
      variation_ids: chosen.map((variation) => variation.id),
      rules: readStockRules(form),
    })
    queryClient.setQueryData(queryKeys.productStock(id), data)
    showMessage(message ?? 'Saved')
  }

  return (
    <ActionDialog label="Stock rules" title="Stock rules" submit="Save" look="secondary" onSubmit={save}>
      {(errors) => (
        <>
          {variations.length > 1 && (
            <EntrySelect
              label="Apply to"
              value={target}
              onChange={({ target: { value } }) => setTarget(value)}
            >
              <option value="all">All variations</option>
              {variations.map(({ id: one, title, sku }) => (
                <option key={one} value={one}>
                  {title || sku}
                </option>
              ))}
            </EntrySelect>
          )}
          <StockRuleFields key={target} rules={chosen[0]} errors={errors} path="rules" />
        </>
      )}
    </ActionDialog>
  )
}

export function readStockRules(form: HTMLFormElement): StockRules {
  const { kind, safety_stock, limit, text, days, date } = readEntries(form, {
    ...{ safety_stock: entry.number, kind: entry.oneOf(kinds), limit: entry.optionalNumber },
    ...{ text: entry.trimmed, days: entry.number, date: entry.text },
  })
  if (kind === 'none') return { safety_stock, sold_ahead: null }
  const shared = { limit: limit ?? null, text }
  return {
    safety_stock,
    sold_ahead: kind === 'backorder' ? { kind, ...shared, days } : { kind, ...shared, date },
  }
}

const kindLabels = { none: 'No', backorder: 'Yes, as a backorder', preorder: 'Yes, as a pre-order' } as const
const kinds = keysOf(kindLabels)

type FieldsProps = {
  rules?: StockRules | undefined
  errors: Record<string, string[]>
  /** Of the rules in the request. */
  path: string
}

export function StockRuleFields({ rules, errors, path }: FieldsProps) {
  const ahead = rules?.sold_ahead
  const [kind, setKind] = useState<keyof typeof kindLabels>(ahead?.kind ?? 'none')
  const of = (field: string) => errors[`${path}.sold_ahead.${field}`]
  return (
    <>
      <EntryField
        label="Safety stock"
        name="safety_stock"
        type="number"
        min={0}
        step={1}
        defaultValue={rules?.safety_stock ?? 0}
        hint="Pieces that are never sold, for example those on display."
        errors={errors[`${path}.safety_stock`]}
      />
      <EntrySelect
        label="Sell more than is in stock"
        name="kind"
        value={kind}
        onChange={({ target }) => setKind(kinds.find((one) => one === target.value) ?? 'none')}
      >
        {optionsOf(kindLabels)}
      </EntrySelect>
      {kind !== 'none' && (
        <>
          <EntryField
            label="Most pieces (optional)"
            name="limit"
            type="number"
            min={1}
            step={1}
            defaultValue={ahead?.limit ?? ''}
            hint="How many may be sold beyond the stock. Empty: without a limit."
            errors={of('limit')}
          />
          <EntryField
            label={kind === 'backorder' ? 'Text for shoppers' : 'Text for shoppers (optional)'}
            name="text"
            maxLength={80}
            defaultValue={ahead?.text ?? ''}
            hint={
              kind === 'backorder'
                ? 'For example “Ships in 2–3 weeks”.'
                : 'Empty: “Pre-order”. Shoppers read the day after it.'
            }
            errors={of('text')}
          />
        </>
      )}
      {kind === 'backorder' && (
        <EntryField
          label="Days until it ships"
          name="days"
          type="number"
          min={1}
          step={1}
          defaultValue={ahead?.kind === 'backorder' ? ahead.days : ''}
          hint="Search engines and channels read them."
          errors={of('days')}
        />
      )}
      {kind === 'preorder' && (
        <EntryField
          label="Ships from"
          name="date"
          type="date"
          defaultValue={ahead?.kind === 'preorder' ? ahead.date : ''}
          hint="From this day on it is sold as usual."
          errors={of('date')}
        />
      )}
    </>
  )
}
