import { useState } from 'react'
import { api } from '#admin/api.ts'
import { useList } from '#admin/list/use-list.ts'
import { ActionDialog } from '#admin/parts/action-dialog.tsx'
import { EntryField, EntrySelect } from '#admin/parts/entry-field.tsx'
import { useFormat } from '#admin/parts/format.ts'
import { entry, readEntries } from '#admin/parts/read-entries.ts'
import { useSession } from '#admin/session-context.ts'
import type { BatchAction, ProductBatch } from '#contract/admin/catalog/product-batches.ts'
import type { ProductRow } from '#contract/admin/catalog/products.ts'
import { Button } from '#ui/button.tsx'
import { BatchProgress } from './batch-progress.tsx'
import css from './bulk-bar.module.css'
import { useProductOptions } from './use-product-options.ts'

/** What can be done to the selected products, or to all that the search finds. */
export function BulkBar() {
  const { selectedIds, filterValues, total = 0, select, refetch } = useList<ProductRow>()
  const { count } = useFormat()
  const { channels } = useSession().session.shop
  const [isAll, setAll] = useState(false)
  const [batch, setBatch] = useState<ProductBatch>()
  if (batch)
    return (
      <BatchProgress
        key={batch.id}
        started={batch}
        onDone={() => void refetch()}
        onClose={() => setBatch(undefined)}
      />
    )
  if (selectedIds.length === 0) return null

  async function start(action: BatchAction) {
    const { category, brand, ...others } = filterValues
    const filter = {
      ...others,
      ...(category && { category: Number(category) }),
      ...(brand && { brand: Number(brand) }),
    }
    const { data } = await api.adminProductBatches.create({
      action,
      ...(isAll ? { filter } : { ids: [...selectedIds] }),
    })
    setBatch(data)
    setAll(false)
    select([])
  }
  const chosen = isAll ? total : selectedIds.length
  const many = `${count(chosen)} ${chosen === 1 ? 'product' : 'products'}`
  return (
    <section className={css.bulk} aria-label="Selected products">
      <p>
        {many} selected{' '}
        {!isAll && total > selectedIds.length && (
          <Button look="quiet" onClick={() => setAll(true)}>
            Select all {count(total)}
          </Button>
        )}
      </p>
      <ActionDialog
        label="Publish"
        title={`Publish ${many}?`}
        submit="Publish"
        look="secondary"
        onSubmit={() => start({ type: 'publish' })}
      />
      <ActionDialog
        label="Unpublish"
        title={`Unpublish ${many}?`}
        submit="Unpublish"
        look="secondary"
        onSubmit={() => start({ type: 'unpublish' })}
      >
        <p>They are no longer in the shop.</p>
      </ActionDialog>
      <ChangePrices many={many} start={start} />
      {channels.length > 1 && <CopyPrices many={many} start={start} />}
      <MoveToCategory many={many} start={start} />
      <ChangeLabel many={many} start={start} />
      <Button
        look="quiet"
        onClick={() => {
          setAll(false)
          select([])
        }}
      >
        Clear selection
      </Button>
    </section>
  )
}

type DialogProps = { many: string; start: (action: BatchAction) => Promise<void> }

function ChangePrices({ many, start }: DialogProps) {
  return (
    <ActionDialog
      label="Change prices"
      title={`Change the prices of ${many}`}
      submit="Change prices"
      look="secondary"
      onSubmit={(form) => start({ type: 'price', ...readEntries(form, { percent: entry.number, rounding }) })}
    >
      {(errors) => (
        <>
          <EntryField
            label="Percent"
            name="percent"
            type="number"
            step="0.1"
            hint="5 raises prices by 5 %, -10 lowers them by 10 %."
            errors={errors['action.percent']}
          />
          {roundingSelect}
          <p>You can undo this afterwards.</p>
        </>
      )}
    </ActionDialog>
  )
}

function CopyPrices({ many, start }: DialogProps) {
  const { channels } = useSession().session.shop
  return (
    <ActionDialog
      label="Prices of a channel"
      title={`Take over the prices of ${many} from another channel`}
      submit="Take over"
      look="secondary"
      onSubmit={(form) => {
        const { present, ...entries } = readEntries(form, {
          from_id: entry.number,
          to_id: entry.number,
          factor: entry.number,
          rounding,
          present: entry.text,
        })
        return start({ type: 'copy_prices', ...entries, is_new_only: present === 'keep' })
      }}
    >
      {(errors) => (
        <>
          <EntrySelect label="From" name="from_id" defaultValue={channels[0]?.id}>
            {channels.map(channelOption)}
          </EntrySelect>
          <EntrySelect label="To" name="to_id" defaultValue={channels[1]?.id} errors={errors['action.to_id']}>
            {channels.map(channelOption)}
          </EntrySelect>
          <EntryField
            label="Factor"
            name="factor"
            type="number"
            step="any"
            hint="A rate of exchange: how much of the second currency one unit of the first is."
            errors={errors['action.factor']}
          />
          {roundingSelect}
          <EntrySelect label="Prices that exist" name="present">
            <option value="keep">Keep them</option>
            <option value="replace">Replace them</option>
          </EntrySelect>
          <p>You can undo this afterwards.</p>
        </>
      )}
    </ActionDialog>
  )
}

function MoveToCategory({ many, start }: DialogProps) {
  const { data: options } = useProductOptions()
  return (
    <ActionDialog
      label="Category"
      title={`Move ${many} to a category`}
      submit="Move"
      look="secondary"
      onSubmit={(form) => start({ type: 'category', ...readEntries(form, { category_id: entry.number }) })}
    >
      <EntrySelect label="Category" name="category_id">
        {options?.categories.map(({ id, name, depth }) => (
          <option key={id} value={id}>
            {'  '.repeat(depth)}
            {name}
          </option>
        ))}
      </EntrySelect>
    </ActionDialog>
  )
}

function ChangeLabel({ many, start }: DialogProps) {
  const { data: options } = useProductOptions()
  return (
    <ActionDialog
      label="Label"
      title={`Label ${many}`}
      submit="Save"
      look="secondary"
      onSubmit={(form) =>
        start(readEntries(form, { type: entry.oneOf(['add_label', 'remove_label']), label_id: entry.number }))
      }
    >
      <EntrySelect label="Label" name="label_id">
        {options?.labels.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </EntrySelect>
      <EntrySelect label="Change" name="type">
        <option value="add_label">Add it</option>
        <option value="remove_label">Remove it</option>
      </EntrySelect>
    </ActionDialog>
  )
}

const rounding = entry.oneOf(['exact', 'whole'])

const roundingSelect = (
  <EntrySelect label="Rounding" name="rounding">
    <option value="exact">To the smallest coin</option>
    <option value="whole">To whole amounts</option>
  </EntrySelect>
)

const channelOption = ({ id, name, currency }: { id: number; name: string; currency: string }) => (
  <option key={id} value={id}>
    {name}, {currency}
  </option>
)
