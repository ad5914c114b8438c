import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#admin/api.ts'
import { ActionDialog } from '#admin/parts/action-dialog.tsx'
import { EntryField, EntrySelect } from '#admin/parts/entry-field.tsx'
import { showMessage } from '#admin/parts/messages.tsx'
import { entry, readEntries } from '#admin/parts/read-entries.ts'
import { queryKeys } from '#admin/query-keys.ts'
import type { ProductStock, StockRules } from '#contract/admin/catalog/product-actions.ts'

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

export const readStockRules = (form: HTMLFormElement): StockRules =>
  readEntries(form, { safety_stock: entry.number })

type FieldsProps = {
  rules?: StockRules | undefined
  errors: Record<string, string[]>
  /** Of the rules in the request. */
  path: string
}

export const StockRuleFields = ({ rules, errors, path }: FieldsProps) => (
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
)
